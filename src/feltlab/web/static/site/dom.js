// A page as a function of its state: `h` describes elements, `patch` makes the document so and keeps what can stay,
// so that focus, scroll and running animations survive.
const SVG = "http://www.w3.org/2000/svg";

export function h(tag, props, ...kids) {
  return {
    tag,
    props: props ?? {},
    kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""),
  };
}

export function patch(host, kids) {
  const list = [kids].flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== "");
  children(host, list, host.namespaceURI === SVG);
}

function children(host, list, svg) {
  const keyed = new Map();
  const loose = [];
  for (const node of host.childNodes) {
    if (node.vkey !== undefined) keyed.set(node.vkey, node);
    else loose.push(node);
  }
  const kept = new Set();
  let place = host.firstChild;
  for (const vnode of list) {
    const node = reuse(vnode, keyed, loose) ?? create(vnode, svg);
    kept.add(node);
    if (node === place) place = place.nextSibling;
    else host.insertBefore(node, place);
    update(node, vnode, svg);
  }
  for (const node of [...host.childNodes]) if (!kept.has(node)) node.remove();
}

function reuse(vnode, keyed, loose) {
  if (typeof vnode !== "object") return take(loose, (node) => node.nodeType === Node.TEXT_NODE);
  const key = vnode.props.key;
  if (key !== undefined) {
    const node = keyed.get(key);
    keyed.delete(key);
    return node?.vtag === vnode.tag ? node : null;
  }
  return take(loose, (node) => node.vtag === vnode.tag);
}

function take(loose, fits) {
  const at = loose.findIndex(fits);
  return at < 0 ? null : loose.splice(at, 1)[0];
}

function create(vnode, svg) {
  if (typeof vnode !== "object") return document.createTextNode(vnode);
  const inside = svg || vnode.tag === "svg";
  const node = inside ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  node.vtag = vnode.tag;
  if (vnode.props.key !== undefined) node.vkey = vnode.props.key;
  node.fresh = true;
  return node;
}

function update(node, vnode, svg) {
  if (typeof vnode !== "object") {
    if (node.data !== String(vnode)) node.data = String(vnode);
    return;
  }
  const before = node.vprops ?? {};
  for (const name of Object.keys(before)) if (!(name in vnode.props)) set(node, name, undefined);
  for (const [name, value] of Object.entries(vnode.props)) if (before[name] !== value) set(node, name, value);
  node.vprops = vnode.props;
  if (!vnode.tag.includes("-") && !vnode.props.opaque) children(node, vnode.kids, svg || vnode.tag === "svg");
  if (node.fresh) {
    node.fresh = false;
    vnode.props.made?.(node);
  }
}

function set(node, name, value) {
  if (name === "key" || name === "made" || name === "opaque") return;
  if (name.startsWith("on")) {
    node[name] = value ? (event) => void value(event) : null; // a handler that returns false would undo the click
  } else if (name === "style") {
    for (const [property, amount] of Object.entries(value ?? {})) node.style.setProperty(property, amount);
  } else if (name === "value" || name === "checked") {
    if (node[name] !== value) node[name] = value ?? "";
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : value);
  }
}

export function svg(tag, attributes, ...kids) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, value);
  node.append(...kids);
  return node;
}

// What the browser keeps between visits; without storage it lasts as long as the page.
const kept = new Map();
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`feltlab.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return kept.has(name) ? kept.get(name) : otherwise;
  }
}

export function keep(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`feltlab.${name}`, JSON.stringify(value));
  } catch {
    // storage is switched off or full
  }
}
