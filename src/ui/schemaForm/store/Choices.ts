import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { closestAlternatives, fixedFields } from '#contract/rules/forms/alternatives.ts';
import { canonicalJson } from './paths.ts';

/** The choices in the forms of one schema, by the group's pointer and value, as long as the page is open. */
export type KeptChoices = Map<string, number>;

const MOST_KEPT = 200;

/**
 * Which alternative of each group is shown: the one that the person chose, or that the value fits. A value may fit another one
 * too, so the choice is kept beside it for the next time that it is opened.
 */
export class Choices {
  readonly #kept: KeptChoices;
  /** What the person chose, and whether it still holds whatever the value is. */
  readonly #chosen = new Map<string, { index: number; firm: boolean }>();
  /** Found for the value with which a group was first shown; what is typed then does not change it. */
  readonly #found = new Map<string, number>();
  readonly #alternatives = new Map<string, readonly JsonSchema[]>();

  constructor(kept: KeptChoices = new Map()) {
    this.#kept = kept;
  }

  shownAt(pointer: string): number {
    const chosen = this.#chosen.get(pointer);
    return chosen?.firm ? chosen.index : (this.#found.get(pointer) ?? 0);
  }

  among(pointer: string, alternatives: readonly JsonSchema[], value: unknown): number {
    this.#alternatives.set(pointer, alternatives);
    const chosen = this.#chosen.get(pointer);
    if (!chosen?.firm && !this.#found.has(pointer)) {
      const closest = closestAlternatives(alternatives, value);
      const before = chosen?.index ?? this.#kept.get(keyOf(pointer, value)) ?? -1;
      this.#found.set(pointer, closest.includes(before) ? before : (closest[0] ?? 0));
    }
    return this.shownAt(pointer);
  }

  /** The fields that have one value only in the shown alternative, with that value. */
  fixedAt(pointer: string): readonly [key: string, value: unknown][] {
    return fixedFields(this.#alternatives.get(pointer)?.[this.shownAt(pointer)]);
  }

  choose(pointer: string, index: number) {
    this.#chosen.set(pointer, { index, firm: true });
  }

  /** Another value was taken over: a choice holds on where it fits that one too. */
  reconsider() {
    this.#found.clear();
    for (const [pointer, { index }] of this.#chosen) this.#chosen.set(pointer, { index, firm: false });
  }

  /** Rows of a list were removed or changed places. */
  forgetBelow(list: string) {
    for (const choices of [this.#chosen, this.#found])
      for (const pointer of [...choices.keys()]) if (pointer.startsWith(`${list}/`)) choices.delete(pointer);
  }

  /** Keeps what was chosen for the values of now. */
  keep(valueAt: (pointer: string) => unknown) {
    for (const [pointer] of this.#chosen)
      this.#kept.set(keyOf(pointer, valueAt(pointer)), this.shownAt(pointer));
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.#kept.delete(oldest);
  }
}

const keyOf = (pointer: string, value: unknown): string => `${pointer} ${canonicalJson(value ?? {})}`;
