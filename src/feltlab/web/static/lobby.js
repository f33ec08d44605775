// The open tables, as the live service lists them.
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
    for (const table of tables) {
      const row = document.createElement("li");
      row.className = "panel";
      const words = document.createElement("span");
      const name = document.createElement("strong");
      const game = document.getElementById(`title-${table.game}`);
      name.textContent = table.title || game?.textContent || table.game;
      const taken = this.dataset.taken.replace("{taken}", table.taken).replace("{seats}", table.seats);
      words.append(name, ` ${[table.table, taken, table.phase].filter(Boolean).join(" · ")}`);
      const link = document.createElement("a");
      link.className = "button small";
      link.href = `/table/${encodeURIComponent(table.table)}`;
      link.textContent = this.dataset.open;
      row.append(words, link);
      list.append(row);
    }
    this.replaceChildren(list);
  }
}
customElements.define("open-tables", OpenTables);
