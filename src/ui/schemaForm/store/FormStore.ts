import type { JsonSchema } from '#contract/rules/definitions/definition.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { calculatedIn, type JudgedFields, judgedFields } from '#contract/rules/fields/judgedFields.ts';
import { JUDGED_FIELDS } from '#contract/rules/forms/fieldConditions.ts';
import { fieldSchemas, INITIAL_VALUES } from '#contract/rules/forms/fieldSchemas.ts';
import { type FormFinding, fieldOf, lazyErrorTexts } from '#contract/rules/forms/formMessages.ts';
import { isMask } from '#contract/rules/privacy/masks.ts';
import type { FormValidator } from '../validatorModule.ts';
import { type Active, activeData, mergeExternalValue } from './activeData.ts';
import { Choices } from './Choices.ts';
import { FormErrors, FormFields, type TypedTexts } from './FormFields.ts';
import { canonicalJson, isPlainObject, parentOf, valueAt, withValue } from './paths.ts';

/** What judges a form. */
type Judge = Pick<FormValidator, 'validate' | 'holds'> & Partial<Pick<FormValidator, 'facts'>>;

/**
 * The data of one form, its errors and its fields. RJSF renders from it, and every field subscribes to its own value and
 * error only, so that a keystroke renders a single input, however long the form is.
 */
export class FormStore {
  readonly errors = new FormErrors();
  readonly fields: FormFields;
  readonly #schema: JsonSchema;
  #validator: Judge;
  /** What is saved already, and its own findings once they were needed. */
  #stored: { value: unknown; findings?: ReadonlySet<string> } | undefined;
  readonly #listeners = new Set<() => void>();
  /** Includes the values of hidden branches. */
  #full: unknown;
  #data: unknown;
  /** The same as the parent of the form has it. */
  #held: unknown;
  /** The value as it last came from outside, which decides between alternatives. */
  #given: unknown;
  #shown: ReadonlySet<string> = new Set();
  /** The data that RJSF renders from; updated when other fields are shown, not on every change. */
  #drawn: unknown;
  #report: (data: unknown) => void = () => {};
  readonly #choices: Choices;

  constructor(
    schema: JsonSchema,
    validator: Judge,
    value: unknown,
    { texts, choices = new Choices() }: { texts?: TypedTexts | undefined; choices?: Choices } = {},
  ) {
    this.#choices = choices;
    this.#given = value;
    this.fields = new FormFields(texts);
    this.#schema = schema;
    this.#validator = validator;
    this.#full = value;
    this.#settle();
  }

  /** The saved record that is being changed; `undefined` for a new one. */
  setStored(value: unknown) {
    if (this.#stored?.value === value) return;
    this.#stored = value === undefined ? undefined : { value };
    this.validate();
    this.notify();
  }

  /** Judges by other facts from now on. What was typed stays. */
  judgeBy(validator: Judge) {
    if (this.#validator === validator) return;
    this.#validator = validator;
    if (this.#stored) this.#stored = { value: this.#stored.value };
    const before = this.#held;
    this.#settle();
    this.validate();
    this.reportIfOther(before);
    this.notify();
  }

  get schema() {
    return this.#schema;
  }

  /** The form's current value, without hidden parts, and with the results of its formulas. */
  get data() {
    return this.#data;
  }

  /**
   * The value as it is reported. What is calculated, or hidden by a condition of its field, is in it as it came: the server judges
   * both again whenever it saves, so that a saved value which its definition has outgrown is no change of this person's.
   */
  get held() {
    return this.#held;
  }

  get drawn() {
    return this.#drawn;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  onReport(report: (data: unknown) => void) {
    this.#report = report;
  }

  notify() {
    for (const listener of this.#listeners) listener();
  }

  /** Whether the field is currently asked for by the branches that apply. */
  isShown(pointer: string): boolean {
    return this.#shown.has(pointer);
  }

  valueAt(pointer: string): unknown {
    return valueAt(this.#data, pointer);
  }

  /** Called when the person changed a field. Dependent fields are cleared, and the server's errors for them are removed. */
  change(pointer: string, value: unknown) {
    if (Object.is(this.valueAt(pointer), value)) return;
    this.#full = withValue(this.#full, pointer, value);
    this.errors.noteChange();
    this.errors.forgetServer(pointer);
    for (const dependent of this.fields.dependentsOf(pointer)) {
      this.#full = withValue(this.#full, dependent, undefined);
      this.errors.forgetServer(dependent);
    }
    this.#settle();
    this.validate();
    this.#report(this.#held);
    this.notify();
  }

  /** The alternative of the group that is shown. */
  chosenAt(pointer: string): number {
    return this.#choices.shownAt(pointer);
  }

  /** Called when the person chose another alternative of a group. What was typed for the one before is kept, but not sent. */
  choose(pointer: string, index: number) {
    if (this.chosenAt(pointer) === index) return;
    // What only the alternative before could have must not contradict this one, whose own is filled in.
    for (const [key, value] of this.#choices.fixedAt(pointer)) {
      const at = `${pointer}/${escapePointer(key)}`;
      if (valueAt(this.#full, at) !== value) continue;
      this.#full = withValue(this.#full, at, undefined);
      this.#shown = new Set([...this.#shown].filter((shown) => shown !== at));
    }
    this.#choices.choose(pointer, index);
    this.errors.noteChange();
    this.errors.forgetServer(pointer);
    this.#settle();
    this.validate();
    this.#report(this.#held);
    this.notify();
  }

  /** Keeps the chosen alternatives for the next time that this value is opened. */
  keepChoices() {
    this.#choices.keep((pointer) => this.valueAt(pointer));
  }

  /** Takes over a value from outside: a draft, an imported company, an address found by its postal code. */
  applyExternal(value: unknown) {
    if (value === this.#held || canonicalJson(value) === canonicalJson(this.#held)) return;
    this.#full = mergeExternalValue(this.#full, this.#held, value);
    // Another branch may give the same fields different labels.
    this.#drawn = undefined;
    this.#choices.reconsider();
    this.#given = value;
    this.#settle();
    this.validate();
    this.notify();
  }

  addItem(pointer: string) {
    const schemas = fieldSchemas(this.#schema, `${pointer}/0`);
    const isGroup = schemas.some(({ properties }) => properties !== undefined);
    const initial = schemas.map((schema) => schema[INITIAL_VALUES]).find(isPlainObject);
    this.change(pointer, [...this.#itemsAt(pointer), isGroup ? { ...initial } : null]);
  }

  removeItem(pointer: string, index: number) {
    this.errors.forgetBelow(pointer);
    this.#choices.forgetBelow(pointer);
    this.fields.forgetRow(pointer, index);
    this.change(
      pointer,
      this.#itemsAt(pointer).filter((_, at) => at !== index),
    );
  }

  moveItem(pointer: string, from: number, to: number) {
    const items = [...this.#itemsAt(pointer)];
    const [item] = items.splice(from, 1);
    items.splice(to, 0, item);
    this.errors.forgetBelow(pointer);
    this.#choices.forgetBelow(pointer);
    this.fields.forgetTexts(pointer);
    this.change(pointer, items);
  }

  /** Commits the text being typed. */
  flush() {
    this.fields.flush();
  }

  validate() {
    const findings = this.#validator.validate(this.#data);
    this.errors.setFound(lazyErrorTexts(this.#schema, this.#withoutStored(findings)));
  }

  /** Called when the field was left; from then on it shows its errors. */
  touch(pointer: string) {
    this.validate();
    this.errors.touch(pointer);
    const text = this.errors.textAt(pointer, true);
    this.errors.announcement = text ? `${this.fields.fieldOf(pointer)?.label ?? ''}: ${text}` : '';
    this.notify();
  }

  /** Called once after mounting, to report how the form changed the value it was given. */
  reportIfOther(value: unknown) {
    if (canonicalJson(value) !== canonicalJson(this.#held)) this.#report(this.#held);
  }

  /**
   * Leaves out what the person did not write: a mask represents a stored value, and a field that was stored before its rule
   * was tightened stays as it is until somebody changes it. A branch that failed because of one would report its other fields
   * as unknown.
   */
  #withoutStored(findings: readonly FormFinding[]): readonly FormFinding[] {
    const others = findings.filter(
      (finding) => !isMask(this.valueAt(finding.instancePath)) && !this.#isAsStored(finding),
    );
    if (others.length === findings.length) return findings;
    return others.filter(({ keyword }) => keyword !== 'unevaluatedProperties');
  }

  /** Whether a saved value has this finding too, and its whole field is unchanged: only changed fields are saved. */
  #isAsStored(finding: FormFinding): boolean {
    const field = fieldOfFinding(finding);
    if (!this.#stored || !field) return false;
    const { value } = this.#stored;
    if (canonicalJson(valueAt(value, field)) !== canonicalJson(this.valueAt(field))) return false;
    this.#stored.findings ??= new Set(this.#validator.validate(value).map(nameOfFinding));
    return this.#stored.findings.has(nameOfFinding(finding));
  }

  /** Siblings take precedence: in a list of addresses, the city of a row depends on the state of the same row. */
  fieldNamed(name: string, from: string): string {
    const sibling = `${parentOf(from)}/${name}`;
    return this.#shown.has(sibling) ? sibling : `/${name}`;
  }

  #itemsAt(pointer: string): readonly unknown[] {
    const items = this.valueAt(pointer);
    return Array.isArray(items) ? items : [];
  }

  /** Updates the shown data, adding the defaults of newly shown fields. */
  #settle() {
    const { holds } = this.#validator;
    const chosen = (pointer: string, alternatives: readonly JsonSchema[]) =>
      this.#choices.among(
        pointer,
        alternatives,
        valueAt(this.#given, pointer) ?? valueAt(this.#full, pointer),
      );
    let active = activeData(this.#schema, this.#full, { holds, chosen });
    for (let round = 0; round < 4; round++) {
      const missing = [...active.defaults].filter(
        ([pointer]) => !this.#shown.has(pointer) && valueAt(this.#full, pointer) === undefined,
      );
      this.#shown = new Set([...this.#shown, ...active.shown]);
      if (missing.length === 0) break;
      for (const [pointer, value] of missing) this.#full = withValue(this.#full, pointer, value);
      active = activeData(this.#schema, this.#full, { holds, chosen });
    }
    const { shown, required, data } = active;
    const redraw =
      this.#drawn === undefined ||
      !sameFields(this.#drawnFields.shown, shown) ||
      !sameFields(this.#drawnFields.required, required);
    this.#shown = shown;
    this.#calculate(data);
    if (!redraw) return;
    this.#drawnFields = { shown, required };
    this.#drawn = this.#data;
  }

  #drawnFields: Pick<Active, 'shown' | 'required'> = { shown: new Set(), required: new Set() };

  /** Sets both values: with what the formulas give, and as the parent has it. */
  #calculate(data: unknown) {
    this.#data = data;
    this.#held = data;
    const fields = this.#schema[JUDGED_FIELDS];
    if (!isPlainObject(fields) || !isPlainObject(data)) return;
    const calculated = new Set(calculatedIn(fields));
    const { resultOf } = judgedFields(fields as JudgedFields, data, this.#validator.facts);
    for (const key of Object.keys(fields)) {
      const pointer = `/${escapePointer(key)}`;
      const isShown = this.#shown.has(pointer);
      if (isShown && !calculated.has(key)) continue;
      if (calculated.has(key))
        this.#data = withValue(this.#data, pointer, isShown ? resultOf(key) : undefined);
      this.#held = withValue(this.#held, pointer, this.#untouched(pointer));
    }
  }

  /** The value that came from outside for a field, if it is still the same. */
  #untouched(pointer: string): unknown {
    const value = valueAt(this.#full, pointer);
    return canonicalJson(value) === canonicalJson(valueAt(this.#given, pointer)) ? value : undefined;
  }
}

/** The pointer of the outermost field that a finding is about; '' for one about the form as a whole. */
function fieldOfFinding(finding: FormFinding): string {
  const [, outermost] = fieldOf(finding).split('/');
  return outermost ? `/${outermost}` : '';
}

const nameOfFinding = (finding: FormFinding) => `${finding.keyword} ${fieldOf(finding)}`;

const sameFields = (left: ReadonlySet<string>, right: ReadonlySet<string>) =>
  left.size === right.size && [...left].every((one) => right.has(one));
