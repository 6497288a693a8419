import type { TObject, TSchema } from '@sinclair/typebox';
import { catalogue } from '#contract/index.ts';
import { standardTypes } from '#contract/records/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { type KnownWord, MAX_WORD, wordKey } from '#contract/rules/words/wordsDefinition.ts';
import { BUTTON_WORDS } from '#contract/words/buttons.ts';
import { MENU_WORDS } from '#contract/words/menu.ts';
import { noticeWords } from '#contract/words/notices.ts';
import { CATALOG_PLACES, catalogWords } from '#contract/words/places.ts';
import { BUTTONS, inStandardWords, LABELS, MENU, NOTICES } from '#contract/words/words.ts';

export interface Word extends KnownWord {
  readonly lugarTitulo: string;
  readonly onde: readonly string[];
}

let cachedWords: { list: readonly Word[]; byKey: ReadonlyMap<string, Word> } | undefined;

/** Every word of the console that a company may change, with where it is seen; read from the contract once. */
export function knownWords() {
  cachedWords ??= inStandardWords(() => {
    const list = [...ofCatalogs(), ...ofMenu(), ...ofButtons(), ...ofNotices(), ...ofLabels()];
    return { list, byKey: new Map(list.map((word) => [wordKey(word), word])) };
  });
  return cachedWords;
}

function ofCatalogs(): Word[] {
  const places = new Map(CATALOG_PLACES.map((place) => [place.lugar, place]));
  return catalogWords().map((word) => {
    const place = places.get(word.lugar);
    return { ...word, lugarTitulo: place?.titulo ?? '', onde: place ? [place.onde] : [] };
  });
}

const ofMenu = (): Word[] =>
  MENU_WORDS.map((word) => ({
    ...{ lugar: MENU, chave: word, padrao: word, lugarTitulo: 'Menu', onde: ['menu e título da página'] },
  }));

const ofButtons = (): Word[] =>
  BUTTON_WORDS.map((word) => ({
    ...{ lugar: BUTTONS, chave: word, padrao: word, lugarTitulo: 'Botões' },
    onde: ['botões de formulários e diálogos'],
  }));

const ofNotices = (): Word[] =>
  noticeWords().map(({ onde, ...word }) => ({
    ...{ lugar: NOTICES, ...word, lugarTitulo: 'Textos de avisos' },
    onde: [onde],
  }));

/** The titles of every field of every call and of every record type: what forms, columns, filters and files are labelled by. */
function ofLabels(): Word[] {
  const seen = new Map<string, Set<string>>();
  const add = (title: unknown, where: string) => {
    if (typeof title !== 'string' || title === '' || title.length > MAX_WORD) return;
    const places = seen.get(title) ?? new Set();
    seen.set(title, places.add(where));
  };
  for (const routes of Object.values(catalogue) as Routes[])
    for (const route of Object.values(routes) as Route[])
      for (const schema of [route.params, route.query, route.body, route.response])
        if (schema) eachField(schema, (title) => add(title, route.summary));
  for (const { titulo, campos } of Object.values(standardTypes))
    for (const each of Object.values(campos)) add(each.titulo, `Cadastro de ${titulo.muitos}`);
  return [...seen].map(([word, places]) => ({
    ...{ lugar: LABELS, chave: word, padrao: word, lugarTitulo: 'Nomes de campos' },
    onde: [...places],
  }));
}

/** The titles of the properties of a schema, at any depth. */
function eachField(schema: TSchema, tell: (title: unknown) => void, seen = new Set<TSchema>()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const property of Object.values((schema as TObject).properties ?? {}) as TSchema[]) {
    tell(titleWithin(property));
    eachField(property, tell, seen);
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), schema.items] as (TSchema | undefined)[];
  for (const part of parts) if (part && typeof part === 'object') eachField(part, tell, seen);
}

/** A nullable field has its title one level down. */
const titleWithin = (schema: TSchema): unknown =>
  schema.title ??
  ((schema.anyOf ?? []) as TSchema[]).filter(({ type }) => type !== 'null').map(({ title }) => title)[0];
