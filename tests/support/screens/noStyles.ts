/**
 * Keeps styles out of the page: jsdom would match every rule against every element whenever a role or a visibility is
 * queried, which takes most of a suite's time. Hidden elements are hidden by attribute, not by style.
 */
export function disableStyles(): void {
  document.head.insertBefore = function leaveOut<T extends Node>(node: T, before: Node | null): T {
    if (node instanceof HTMLStyleElement && node.dataset.emotion !== undefined) {
      // Without a sheet, emotion throws and catches an error for every rule.
      Object.defineProperty(node, 'sheet', { value: NO_SHEET });
      return node;
    }
    return Node.prototype.insertBefore.call(this, node, before) as T;
  };
  whole = getComputedStyle;
  globalThis.getComputedStyle = (element, pseudo) => (pseudo ? whole(element, pseudo) : plainStyle(element));
}

/** For a suite that checks styles; to be called before anything is rendered. */
export function keepStyles(): void {
  Reflect.deleteProperty(document.head, 'insertBefore');
  globalThis.getComputedStyle = whole;
}

let whole: typeof getComputedStyle;

const NO_SHEET = { cssRules: [], insertRule: () => 0 };

/**
 * Answers what every query asks of every element, whether it is displayed, without matching the browser's default style sheet
 * each time. Everything else is passed on to jsdom.
 */
function plainStyle(element: Element): CSSStyleDeclaration {
  const value = (name: string) => (name === 'display' ? displayOf(element) : visibilityOf(element));
  // A snapshot, as in jsdom itself: axe queries up to twenty properties of one element.
  let computed: CSSStyleDeclaration | undefined;
  const styleOf = () => {
    computed ??= whole(element);
    return computed;
  };
  const getPropertyValue = (name: string) => {
    if (name === 'display' || name === 'visibility') return value(name);
    return INLINE.has(name)
      ? (inlineOf(element)?.getPropertyValue(name) ?? '')
      : styleOf().getPropertyValue(name);
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'display' || name === 'visibility') return value(name);
      if (name === 'getPropertyValue') return getPropertyValue;
      const style = styleOf();
      const found: unknown = Reflect.get(style, name);
      return typeof found === 'function' ? found.bind(style) : found;
    },
  });
}

/** Properties that axe queries on every element and the default style sheet sets on none. */
const INLINE = new Set([
  'opacity',
  'clip',
  'clip-path',
  'content-visibility',
  'float',
  'overflow',
  'overflow-x',
  'overflow-y',
  'z-index',
]);

/** Attributes on which the default style sheet bases an element's display. */
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
