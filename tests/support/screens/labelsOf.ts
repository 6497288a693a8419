/** Elements that can have a label; none of ours is a custom element. */
const CONTROLS = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'] as const;
const CONTROL = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';

/**
 * The labels of a control: those around it and those that name it by `for`. jsdom walks the whole page to find them, and again
 * for every label with `for`; a query by role and name does this for every control.
 */
export function findLabelsNearby(): void {
  for (const name of CONTROLS) {
    const { prototype } = globalThis[`HTML${name}Element`];
    const whole = Object.getOwnPropertyDescriptor(prototype, 'labels');
    if (!whole?.get) throw new Error(`jsdom knows no labels of HTML${name}Element`);
    const { get } = whole;
    Object.defineProperty(prototype, 'labels', {
      ...whole,
      get(this: HTMLElement) {
        const isControl = this.isConnected && (this as HTMLInputElement).type !== 'hidden';
        return isControl ? [...labelsAround(this), ...labelsNaming(this)].sort(inOrder) : get.call(this);
      },
    });
  }
}

function labelsAround(control: HTMLElement): HTMLLabelElement[] {
  const found: HTMLLabelElement[] = [];
  for (let each = control.parentElement; each; each = each.parentElement)
    if (
      each instanceof HTMLLabelElement &&
      !each.hasAttribute('for') &&
      each.querySelector(CONTROL) === control
    )
      found.push(each);
  return found;
}

function labelsNaming(control: HTMLElement): HTMLLabelElement[] {
  const { id } = control;
  if (id === '' || document.getElementById(id) !== control) return [];
  const labels = document.getElementsByTagName('label');
  // By index: spreading a collection of jsdom looks up all of its names.
  const all = Array.from({ length: labels.length }, (_, index) => labels.item(index));
  return all.filter((label): label is HTMLLabelElement => label?.htmlFor === id);
}

const inOrder = (one: Node, other: Node) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
