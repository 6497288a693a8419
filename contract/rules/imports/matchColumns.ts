import type { RecordField, RecordFields } from '../../records/fields/recordField.ts';
import { EXTERNAL_CODES } from '../../records/recordType.ts';
import { labelWord } from '../../words/words.ts';
import { isEmail } from '../contact.ts';
import { documentKind } from '../documents.ts';
import { foldedText } from '../text.ts';

/** A field that a column can fill: 'cnpj', 'endereco/cep', 'codigosExternos/erp'. */
export interface ImportField {
  readonly path: string;
  readonly field: RecordField;
  /** Label in the list of choices: 'Endereço: CEP'. */
  readonly title: string;
  /** Name of the enclosing group. */
  readonly group?: string;
  /** For a list item: its position from one, and the names used for such an item in titles. */
  readonly item?: {
    readonly place: number;
    readonly most: number;
    /** Its number in titles, which differs from its position if a group of the record has the same name and is the first. */
    readonly number: number;
    readonly names: readonly string[];
    /** Whether this is the item's only required field, so that 'Telefone 2' alone means its number. */
    readonly alone: boolean;
  };
  /** For a list with a line for each item: the names used for such an item in titles. */
  readonly line?: { readonly names: readonly string[] };
}

/** The source filled by a sheet's column of external codes. */
const ERP = 'erp';

/** For a list whose items have a single field, that field; one cell can then contain all items. */
export function onlyField({ tipo, campos = {} }: RecordField): readonly [string, RecordField] | undefined {
  const [first, ...more] = Object.entries(campos);
  return tipo === 'LISTA' && more.length === 0 ? first : undefined;
}

/**
 * The fields of a type that a sheet can fill: those of groups individually, lists of single-field items, the first items of
 * lists that allow columns, and the record's code in the ERP.
 */
export function importFields(fields: RecordFields): ImportField[] {
  const groups = Object.values(fields).flatMap(({ tipo, titulo }) => (tipo === 'GRUPO' ? [titulo] : []));
  const own = Object.entries(fields).flatMap(([key, field]) => {
    if (field.tipo === 'LISTA' && !onlyField(field)) return itemFields(key, field, groups);
    if (field.tipo !== 'GRUPO') return [{ path: key, field, title: labelWord(field.titulo) }];
    return Object.entries(field.campos ?? {}).flatMap(([inner, one]) =>
      one.tipo === 'LISTA'
        ? itemFields(`${key}/${inner}`, one, groups)
        : [
            {
              path: `${key}/${inner}`,
              field: one,
              title: `${labelWord(field.titulo)}: ${labelWord(one.titulo)}`,
              group: field.titulo,
            },
          ],
    );
  });
  const code: RecordField = {
    tipo: 'TEXT',
    titulo: 'Código no ERP',
    tamanho: 60,
    sinonimos: ['codigo erp', 'cod erp', 'codigo externo', 'codigo interno'],
  };
  return [...own, { path: `${EXTERNAL_CODES}/${ERP}`, field: code, title: labelWord(code.titulo) }];
}

/**
 * 'contatos/2/nome'. A field that an item requires is not required of a record without that item. Where a group is called like
 * the items ('Endereço de entrega'), the items are numbered from two.
 */
function itemFields(path: string, list: RecordField, groups: readonly string[]): ImportField[] {
  const { emColunas: most = 0, campos = {}, item = list.titulo, sinonimos = [] } = list;
  const names = [labelWord(item), labelWord(list.titulo), item, list.titulo, ...sinonimos].map(bare);
  const demanded = Object.keys(campos).filter((key) => campos[key]?.obrigatorio);
  const cells = Object.entries(campos).filter(([, field]) => field.tipo !== 'LISTA' || onlyField(field));
  const shift = groups.includes(item) ? 1 : 0;
  return Array.from({ length: most }, (_, index) => index + 1).flatMap((place) =>
    cells.map(([key, field]) => ({
      path: `${path}/${place}/${key}`,
      field: { ...field, obrigatorio: false },
      title: `${labelWord(item)} ${place + shift}: ${labelWord(field.titulo)}`,
      item: {
        place,
        most,
        number: place + shift,
        names,
        alone: demanded.length === 1 && demanded[0] === key,
      },
    })),
  );
}

/** The fields of lists that a sheet can give with a line for each item: lines with the same key are then one record. */
export const lineItemFields = (fields: RecordFields): ImportField[] =>
  Object.entries(fields).flatMap(([key, field]) => {
    if (field.tipo === 'LISTA') return onlyField(field) ? [] : lineFields(key, field);
    return Object.entries(field.tipo === 'GRUPO' ? (field.campos ?? {}) : {}).flatMap(([inner, one]) =>
      one.tipo === 'LISTA' && !onlyField(one) ? lineFields(`${key}/${inner}`, one) : [],
    );
  });

/** All fields that a column of a sheet may be given. */
export const columnFields = (fields: RecordFields): ImportField[] => [
  ...importFields(fields),
  ...lineItemFields(fields),
];

/** 'itens/+/produto' */
function lineFields(path: string, list: RecordField): ImportField[] {
  const { campos = {}, item = list.titulo, sinonimos = [] } = list;
  const names = [labelWord(item), labelWord(list.titulo), item, list.titulo, ...sinonimos].map(bare);
  return Object.entries(campos)
    .filter(([, field]) => field.tipo !== 'LISTA' || onlyField(field))
    .map(([key, field]) => ({
      path: `${path}/${OWN_LINE}/${key}`,
      field: { ...field, obrigatorio: false },
      title: `${labelWord(item)}: ${labelWord(field.titulo)} (uma linha por item)`,
      group: list.titulo,
      line: { names },
    }));
}

const OWN_LINE = '+';

/** The list and field that a path of items with a line each leads to; `null` for any other path. */
export function lineOfPath(path: string): { list: string; key: string } | null {
  const [list, key] = path.split(`/${OWN_LINE}/`);
  return list && key ? { list, key } : null;
}

/** The list, item position (from one) and field that a path leads to; `null` for any other path. */
export function itemOfPath(path: string): { list: string; place: number; key: string } | null {
  const [, list, place, key] = /^(.+)\/(\d+)\/([^/]+)$/.exec(path) ?? [];
  return list && key ? { list, place: Number(place), key } : null;
}

/**
 * Titles without what varies between programs: case, accents, punctuation. 'Cód. do cliente (*)' becomes 'cod do cliente'.
 */
const bare = remembered((text) =>
  foldedText(text)
    .replace(/\(.*?\)/g, ' ')
    .replace(/\b(\w)\.(?=\w\b)/g, '$1')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim(),
);

const MAX_REMEMBERED = 5_000;

/** Every title is compared with every field, several times. */
function remembered<T extends string | readonly string[]>(read: (text: string) => T): (text: string) => T {
  const byName = new Map<string, T>();
  return (text) => {
    const found = byName.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (byName.size >= MAX_REMEMBERED) byName.clear();
    byName.set(text, value);
    return value;
  };
}

/**
 * How well a title matches a field: 4 the title that it has in an export, 3 its own name, 2 a synonym, 1 a partial match, 0
 * none.
 */
function likeness(heading: string, wanted: ImportField): number {
  const { item, title } = wanted;
  if (bare(heading) === bare(title)) return 4;
  if (item) return likenessOfItem(heading, wanted, item);
  if (wanted.line) return likenessOfLine(heading, wanted, wanted.line.names);
  const plainHeading = bare(heading);
  if (plainHeading === '') return 0;
  const { own, others, within } = namesOf(wanted);
  if (own.includes(plainHeading)) return 3;
  if (others.includes(plainHeading)) return 2;
  const words = plainHeading.split(' ');
  return within.some((name) => isWithin(name, words)) ? 1 : 0;
}

interface FieldNames {
  readonly own: readonly string[];
  readonly others: readonly string[];
  /** The words of each of them. */
  readonly within: readonly (readonly string[])[];
}

const knownNames = new WeakMap<ImportField, FieldNames>();

/** A field's own names and its synonyms, read once: each title and each cell above the data is compared with them. */
function namesOf(wanted: ImportField): FieldNames {
  const matches = knownNames.get(wanted);
  if (matches) return matches;
  const { path, field } = wanted;
  const key = path.split('/').at(-1) ?? path;
  // What the company calls it, and what it is called elsewhere.
  const own = [
    bare(labelWord(field.titulo)),
    bare(field.titulo),
    bare(key),
    bare(key.replace(/([A-Z])/g, ' $1')),
  ];
  const others = (field.sinonimos ?? []).map(bare);
  const within = [...own, ...others].filter((name) => name !== '').map((name) => name.split(' '));
  const names = { own, others, within };
  knownNames.set(wanted, names);
  return names;
}

const LINKS = new Set(['do', 'da', 'de', 'dos', 'das', 'o', 'a']);
const plainWords = remembered((text): readonly string[] =>
  bare(text)
    .split(' ')
    .filter((word) => !LINKS.has(word)),
);

const numberedWords = remembered((heading) =>
  plainWords(heading.replace(/\((\d+)\)/g, ' $1 ').replace(/(\d+)/g, ' $1 ')),
);

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/** 'Endereço de entrega 9: CEP' belongs to that item or to nothing: the record's own address must not receive it. */
function isOfNumberedItem(heading: string, fields: readonly ImportField[]): boolean {
  const words = numberedWords(heading);
  return (
    words.some(isNumber) &&
    fields.some(({ item }) =>
      item?.names.some((name) => plainWords(name).every((word) => words.includes(word))),
    )
  );
}

/**
 * 'Telefone do contato 2', 'Contato (2)', 'Banco 1'. A title without the item's name refers to it only by a synonym of the
 * field, since most field names of an item also occur in the record itself. A title without a number refers to the first
 * item.
 */
function likenessOfItem(
  heading: string,
  { path, field }: ImportField,
  { number, names, alone }: NonNullable<ImportField['item']>,
): number {
  const words = numberedWords(heading);
  const numbers = words.filter(isNumber);
  if (numbers.length > 1 || Number(numbers[0] ?? 1) !== number) return 0;
  const said = words.filter((word) => word !== numbers[0]);
  const spokenText = said.join(' ');
  const others = (field.sinonimos ?? []).map((name) => plainWords(name).join(' '));
  if (spokenText !== '' && others.includes(spokenText)) return 1;
  const name = names
    .map((each) => plainWords(each))
    .filter((each) => each.every((word) => said.includes(word)));
  const longest = name.sort((one, other) => other.length - one.length)[0];
  if (!longest) return 0;
  const rest = said.filter((word) => !longest.includes(word)).join(' ');
  const key = path.split('/').at(-1) ?? '';
  // 'Contato 2' alone is the contact's name, and 'Contato' is the first contact's; 'Fone' is a synonym for the record's own
  // phone.
  const isName = rest === '' && alone && (numbers.length > 0 || key === 'nome');
  const own = [plainWords(field.titulo).join(' '), bare(key), ...others];
  if (!isName && !own.includes(rest)) return 0;
  return numbers.length > 0 ? 3 : 2;
}

/**
 * 'Item: Produto', 'Produto do item', or the field's own name alone, which any field of the record itself precedes. A number
 * in the title means the item at that place.
 */
function likenessOfLine(heading: string, wanted: ImportField, names: readonly string[]): number {
  const words = numberedWords(heading);
  if (words.some(isNumber)) return 0;
  const { own, others } = namesOf(wanted);
  const isNamed = (text: string) => own.includes(text) || others.includes(text);
  const rests = names
    .map((name) => plainWords(name))
    .filter((name) => name.every((word) => words.includes(word)))
    .map((name) => words.filter((word) => !name.includes(word)).join(' '));
  if (rests.some(isNamed)) return 3;
  return isNamed(bare(heading)) ? 2 : 0;
}

const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
  part.length < whole.length && part.every((word) => whole.includes(word));

/** Contents that identify the type of field they belong to. */
const CONTENTS: readonly (readonly [types: readonly RecordField['tipo'][], is: (text: string) => boolean])[] =
  [
    [['CNPJ', 'CPF', 'DOCUMENTO'], (text) => documentKind(text) !== null],
    [['EMAIL'], isEmail],
    [['CHAVE_NFE'], (text) => /^\d{44}$/.test(text.replace(/\s/g, ''))],
  ];

/**
 * Matches each column to a field, first by its title and otherwise by its contents. Each field is filled by one column;
 * `null` if no field matches, or two match equally well.
 */
export function matchColumns(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  fields: readonly ImportField[],
): (string | null)[] {
  const matched: (string | null)[] = headings.map(() => null);
  const free = new Map(fields.map((field) => [field.path, field]));
  const names = namesBeside(headings, fields);
  for (const least of [4, 3, 2, 1]) {
    for (const [column, heading] of headings.entries()) {
      if (matched[column] !== null || names.has(heading)) continue;
      const onlyItems = least === 1 && isOfNumberedItem(heading, fields);
      const fitting = [...free.values()].filter(
        (field) => likeness(heading, field) === least && (field.item || !onlyItems),
      );
      const best = least === 1 ? clearest(heading, fitting) : fitting[0];
      if (!best) continue;
      matched[column] = best.path;
      free.delete(best.path);
    }
  }
  for (const [column, path] of matched.entries()) {
    if (path !== null || names.has(headings[column] ?? '')) continue;
    const found = byContent(
      samples.map((row) => row[column] ?? ''),
      [...free.values()],
    );
    if (!found) continue;
    matched[column] = found.path;
    free.delete(found.path);
  }
  return matched;
}

/** The title of the column in which an export shows the name of a referenced record, beside its key. */
export const nameTitle = (title: string): string => `${title} (nome)`;

const namesBeside = (headings: readonly string[], fields: readonly ImportField[]): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ field, title }) =>
      field.tipo === 'REFERENCIA' && headings.includes(title) ? [nameTitle(title)] : [],
    ),
  );

/** Among fields that a title matches in part, the one whose group it names best: 'CEP entrega' with two addresses. */
function clearest(heading: string, fitting: readonly ImportField[]): ImportField | undefined {
  const words = plainWords(heading);
  const named = ({ group = '' }: ImportField) =>
    plainWords(group).filter((word) => words.includes(word)).length;
  const most = Math.max(0, ...fitting.map(named));
  const [best, second] = fitting.filter((field) => named(field) === most);
  return second ? undefined : best;
}

/** A column still counts as documents if a few of them are invalid. */
const MOSTLY = 0.9;

function byContent(texts: readonly string[], fields: readonly ImportField[]): ImportField | undefined {
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) return undefined;
  const [types] = CONTENTS.find(([, is]) => filled.filter(is).length >= filled.length * MOSTLY) ?? [];
  const fitting = fields.filter(({ field, item }) => !item && types?.includes(field.tipo));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** How many lines to search for the title line, since reports print their name and date above it. */
const MAX_LINES_ABOVE = 10;

/**
 * Index of the title line: the first line that names the most fields. If a sheet has two title lines, the lower one is used
 * when it names more.
 */
export function headingLine(rows: readonly (readonly string[])[], fields: readonly ImportField[]): number {
  const named = namedIn(rows, fields);
  const most = Math.max(0, ...named);
  return most === 0 ? 0 : named.indexOf(most);
}

/** The number of fields named by a sheet's title line. */
export const mostNamed = (rows: readonly (readonly string[])[], fields: readonly ImportField[]): number =>
  Math.max(0, ...namedIn(rows, fields));

const namedIn = (rows: readonly (readonly string[])[], fields: readonly ImportField[]): number[] =>
  rows
    .slice(0, MAX_LINES_ABOVE)
    .map((row) => row.filter((text) => fields.some((field) => likeness(text, field) >= 2)).length);
