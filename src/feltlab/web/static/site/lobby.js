// The open tables, as the live service lists them: one's own first.
function fill(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function isOwn(table) {
  return Boolean(table.you) || (table.private && table.floor);
}

class OpenTables extends HTMLElement {
  async connectedCallback() {
    try {
      const answer = await fetch("/api/tables");
      if (!answer.ok) return;
      const said = await answer.json();
      this.show(Array.isArray(said) ? said : (said.tables ?? []));
    } catch {
      // the lobby is complete without the list
    }
  }

  show(tables) {
    if (!tables.length) return;
    const list = document.createElement("ul");
    const ordered = [...tables].sort((a, b) => isOwn(b) - isOwn(a));
    list.append(...ordered.map((table) => this.row(table, tables, isOwn(table))));
    this.replaceChildren(list);
  }

  row(table, tables, own) {
    const words = this.dataset;
    const named = table.title || document.getElementById(`title-${table.game}`)?.textContent || table.game;
    const alike = tables.filter((other) => other.game === table.game && !isOwn(other));
    const title = alike.length > 1 && !own
      ? fill(words.nth, { title: named, number: alike.indexOf(table) + 1 })
      : named;
    const row = document.createElement("li");
    row.className = own ? "panel own" : "panel";
    const said = document.createElement("span");
    const name = document.createElement("strong");
    name.textContent = own ? fill(words.own, { title }) : title;
    const round = table.round ? fill(words.round, table) : "";
    const facts = own ? [round] : [fill(words.taken, table), round];
    said.append(name, ...facts.filter(Boolean).map((fact) => `, ${fact}`));
    const link = document.createElement("a");
    link.className = "button small";
    link.href = `/table/${encodeURIComponent(table.table)}`;
    link.append(own ? words.continue : words.open);
    const more = document.createElement("span");
    more.className = "hidden-words";
    more.textContent = ` ${title}`;
    link.append(more);
    row.append(said, link);
    return row;
  }
}
customElements.define("open-tables", OpenTables);
