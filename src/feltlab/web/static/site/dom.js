// A page as a function of its state: `h` describes elements, and `patch` changes the document to match, keeping what it
// can, so that focus, scroll and running animations survive.
const SVG = "http://www.w3.org/2000/svg";

/**
 * The element that a tag makes.
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T]
 *   : T extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[T] : HTMLElement} Tagged
 */
/**
 * The properties of an element: handlers, a key among its neighbors, a function to call once it is made, attributes.
 * @template {Element} E
 * @typedef {{ [K in keyof GlobalEventHandlersEventMap as `on${K}`]?:
 *     ((event: GlobalEventHandlersEventMap[K] & { currentTarget: E }) => unknown) | null | false }
 *   & { key?: string | number, made?: (node: E) => void, opaque?: boolean, style?: Record<string, string> }
 *   & { [attribute: string]: unknown }} Props
 */
/**
 * @typedef {{ tag: string, props: Record<string, unknown>, kids: Leaf[] }} Described
 * @typedef {Described | string | number} Leaf
 */
/** @typedef {Leaf | boolean | null | undefined | Kids} Kid */
/** @typedef {{ length: number, [at: number]: Kid }} Kids */
/**
 * A node made here, and its description.
 * @typedef {ChildNode & { vtag?: string, vkey?: unknown, vprops?: Record<string, unknown>, fresh?: boolean }} Known
 * @typedef {Known & (HTMLElement | SVGElement)} Made
 */

/**
 * @param {Kid} kids
 * @returns {Leaf[]}
 */
function flat(kids) {
  const all = /** @type {Kid[]} */ ([kids].flat(Infinity));
  return /** @type {Leaf[]} */ (all.filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== ""));
}

/**
 * @template {string} T
 * @param {T} tag
 * @param {Props<Tagged<T>> | null} [props]
 * @param {Kid[]} kids
 * @returns {Described}
 */
export function h(tag, props, ...kids) {
  return { tag, props: props ?? {}, kids: flat(kids) };
}

/**
 * @param {Element} host
 * @param {Kid} kids
 */
export function patch(host, kids) {
  children(host, flat(kids), host.namespaceURI === SVG);
}

/**
 * @param {Element} host
 * @param {Leaf[]} list
 * @param {boolean} svg
 */
function children(host, list, svg) {
  /** @type {Map<unknown, Known>} */
  const keyed = new Map();
  /** @type {Known[]} */
  const loose = [];
  for (const node of /** @type {NodeListOf<Known>} */ (host.childNodes)) {
    if (node.vkey !== undefined) keyed.set(node.vkey, node);
    else loose.push(node);
  }
  /** @type {Set<ChildNode>} */
  const kept = new Set();
  let place = host.firstChild;
  for (const vnode of list) {
    const node = reuse(vnode, keyed, loose) ?? create(vnode, svg);
    kept.add(node);
    if (node === place) place = node.nextSibling;
    else host.insertBefore(node, place);
    if (typeof vnode !== "object") write(node, String(vnode));
    else update(/** @type {Made} */ (node), vnode, svg);
  }
  for (const node of [...host.childNodes]) if (!kept.has(node)) node.remove();
}

/**
 * @param {Leaf} vnode
 * @param {Map<unknown, Known>} keyed
 * @param {Known[]} loose
 */
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

/**
 * @param {Known[]} loose
 * @param {(node: Known) => boolean} fits
 */
function take(loose, fits) {
  const at = loose.findIndex(fits);
  return at < 0 ? null : loose.splice(at, 1)[0];
}

/**
 * @param {Leaf} vnode
 * @param {boolean} svg
 * @returns {Known}
 */
function create(vnode, svg) {
  if (typeof vnode !== "object") return document.createTextNode(String(vnode));
  const inside = svg || vnode.tag === "svg";
  /** @type {Known} */
  const node = inside ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  node.vtag = vnode.tag;
  if (vnode.props.key !== undefined) node.vkey = vnode.props.key;
  node.fresh = true;
  return node;
}

/**
 * @param {ChildNode} node
 * @param {string} text
 */
function write(node, text) {
  if (node.nodeValue !== text) node.nodeValue = text;
}

/**
 * @param {Made} node
 * @param {Described} vnode
 * @param {boolean} svg
 */
function update(node, vnode, svg) {
  const before = node.vprops ?? {};
  for (const name of Object.keys(before)) if (!(name in vnode.props)) set(node, name, undefined);
  for (const [name, value] of Object.entries(vnode.props)) if (before[name] !== value) set(node, name, value);
  node.vprops = vnode.props;
  if (!vnode.tag.includes("-") && !vnode.props.opaque) children(node, vnode.kids, svg || vnode.tag === "svg");
  if (node.fresh) {
    node.fresh = false;
    if (typeof vnode.props.made === "function") vnode.props.made(node);
  }
}

/**
 * @param {Made} node
 * @param {string} name
 * @param {unknown} value
 */
function set(node, name, value) {
  if (name === "key" || name === "made" || name === "opaque") return;
  if (name.startsWith("on")) {
    // A handler that returns false would undo the click.
    const heard = typeof value === "function" ? (/** @type {Event} */ event) => void value(event) : null;
    Object.assign(node, { [name]: heard });
  } else if (name === "style") {
    for (const [property, amount] of Object.entries(value ?? {})) node.style.setProperty(property, amount);
  } else if (name === "value" || name === "checked") {
    if (/** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node))[name] !== value) {
      Object.assign(node, { [name]: value ?? "" });
    }
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number> | null} [attributes]
 * @param {(Node | string)[]} kids
 */
export function svg(tag, attributes, ...kids) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) node.setAttribute(name, String(value));
  node.append(...kids);
  return node;
}

// Values that the browser keeps between visits; without storage they last as long as the page.
/** @type {Map<string, unknown>} */
const kept = new Map();
/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(`feltlab.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return kept.has(name) ? /** @type {T} */ (kept.get(name)) : otherwise;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  kept.set(name, value);
  try {
    localStorage.setItem(`feltlab.${name}`, JSON.stringify(value));
  } catch {
    // storage is switched off or full
  }
}

/**
 * All values whose names have this prefix.
 * @param {string} start
 * @returns {any[]}
 */
export function recalled(start) {
  let names;
  try {
    names = Object.keys(localStorage).map((name) => name.replace(/^feltlab\./, ""));
  } catch {
    names = [...kept.keys()];
  }
  return names.filter((name) => name.startsWith(start)).sort().map((name) => recall(name, null));
}
