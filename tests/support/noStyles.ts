/**
 * Keeps styles out of the page: jsdom would match every rule against every element each time that a role or a
 * visibility is asked for, which takes most of a suite's time. What is hidden is so by attribute, not by style.
 */
export function leaveStylesOut(): void {
  document.head.insertBefore = function leaveOut<T extends Node>(node: T, before: Node | null): T {
    if (node instanceof HTMLStyleElement && node.dataset.emotion !== undefined) return node;
    return Node.prototype.insertBefore.call(this, node, before) as T;
  };
  whole = getComputedStyle;
  globalThis.getComputedStyle = (element, pseudo) => (pseudo ? whole(element, pseudo) : plainStyle(element));
}

/** For a suite that looks at styles; call it before anything is drawn. */
export function keepStyles(): void {
  Reflect.deleteProperty(document.head, 'insertBefore');
  globalThis.getComputedStyle = whole;
}

let whole: typeof getComputedStyle;

/**
 * What is asked of every element of every query, without the rules of the browser's own sheet being matched against it
 * anew: whether it is drawn. All else is asked of jsdom.
 */
function plainStyle(element: Element): CSSStyleDeclaration {
  const value = (name: string) => (name === 'display' ? displayOf(element) : visibilityOf(element));
  const getPropertyValue = (name: string) =>
    name === 'display' || name === 'visibility' ? value(name) : whole(element).getPropertyValue(name);
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'display' || name === 'visibility') return value(name);
      if (name === 'getPropertyValue') return getPropertyValue;
      const style = whole(element);
      const found: unknown = Reflect.get(style, name);
      return typeof found === 'function' ? found.bind(style) : found;
    },
  });
}

/** Attributes that the browser's own sheet draws an element by. */
const DRAWN_BY = ['hidden', 'open', 'type', 'controls'];
const displays = new Map<string, string>();

function displayOf(element: Element): string {
  const own = inlineOf(element)?.display;
  if (own) return own;
  const kind = [element.localName, ...DRAWN_BY.map((name) => element.getAttribute(name))].join('|');
  const known = displays.get(kind);
  if (known !== undefined) return known;
  const { display } = whole(element);
  displays.set(kind, display);
  return display;
}

function visibilityOf(element: Element): string {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const own = inlineOf(each)?.visibility;
    if (own) return own;
  }
  return 'visible';
}

const inlineOf = (element: Element): CSSStyleDeclaration | undefined =>
  element.hasAttribute('style') ? (element as HTMLElement).style : undefined;
