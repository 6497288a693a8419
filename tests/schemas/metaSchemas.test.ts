import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { iconNames } from '#contract/catalogs/catalog.ts';
import { ticketResult, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import { type DefinitionKind, definitionKinds } from '#contract/rules/definitions/definition.ts';
import { kindLabels } from '#contract/rules/definitions/kindLabels.ts';
import { stepRequirements } from '#contract/rules/flows/flow.ts';
import { flowFact } from '#contract/rules/flows/flowCondition.ts';
import { PANEL_TABS } from '#contract/rules/panel/panelDefinition.ts';
import { markColors, markTests } from '#contract/rules/reports/columnMarks.ts';
import { comparisons, grains, showings } from '#contract/rules/reports/figures.ts';
import {
  aggregations,
  chartTypes,
  columnTypes,
  modes,
  operators,
  totals,
} from '#contract/rules/reports/report.ts';
import { PATTERNS } from '#server/config/definitions/metaSchema.ts';

const read = (name: string) => JSON.parse(readFileSync(`schemas/meta/${name}`, 'utf8'));
const names = readdirSync('schemas/meta');

/** Every nested object schema with its pointer. */
function objects(node: unknown, pointer = ''): [string, Record<string, unknown>][] {
  if (typeof node !== 'object' || node === null) return [];
  // Below `properties` a key may be called `type`; it then contains a schema instead of a type name.
  const isObject = 'properties' in node && 'type' in node && typeof node.type === 'string';
  const own = isObject ? [[pointer, node] as [string, Record<string, unknown>]] : [];
  return [...own, ...Object.entries(node).flatMap(([key, child]) => objects(child, `${pointer}/${key}`))];
}

describe.each(names)('%s', (name) => {
  it('uses JSON Schema draft 2020-12', () => {
    expect(read(name).$schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
  it('describes every key and rejects unknown ones', () => {
    const found = objects(read(name));
    expect(found.length).toBeGreaterThan(0);
    const silent = found.flatMap(([pointer, { properties }]) =>
      Object.entries(properties as Record<string, { description?: string }>)
        .filter(([, schema]) => !schema.description?.match(/\p{L}{3}/u))
        .map(([key]) => `${pointer}/${key}`),
    );
    expect(silent).toEqual([]);
    expect(
      found.filter(([, schema]) => schema.additionalProperties !== false).map(([pointer]) => pointer),
    ).toEqual([]);
  });
});

/** Every property of the meta-schema with its key, except `$schema`. */
const propertiesOf = (name: string): [string, Property][] =>
  objects(read(name)).flatMap(([, { properties }]) =>
    Object.entries(properties as Record<string, Property>).filter(([key]) => key !== '$schema'),
  );

interface Property {
  title?: string;
  description?: string;
  enum?: unknown[];
  'x-rotulos'?: Record<string, string>;
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

describe.each(names)('the panes of %s', (name) => {
  it('find a title for every key, and a label for every choice that has labels', () => {
    const properties = propertiesOf(name);
    expect(properties.filter(([, { title }]) => !title?.match(/^\p{Lu}/u)).map(([key]) => key)).toEqual([]);
    for (const [, property] of properties)
      if (property['x-rotulos'])
        expect(Object.keys(property['x-rotulos'])).toEqual(property.enum?.filter((value) => value !== null));
  });
});

describe.each(Object.entries(definitionKinds))('comparisons and panes of %s', (kind, { meta }) => {
  it('call a key by the same name', () => {
    const { keys } = kindLabels[kind as DefinitionKind];
    const properties = propertiesOf(`${meta}.schema.json`);
    const otherwise = Object.entries(keys).flatMap(([key, word]) => {
      const titles = properties.flatMap(([own, { title }]) => (own === key && title ? [title] : []));
      return titles.length > 0 && !titles.includes(upperFirst(word)) ? [{ key, word, titles }] : [];
    });
    expect(otherwise).toEqual([]);
  });
});

/** Every pattern in a schema; a property named `pattern` contains a schema instead. */
const patternsOf = (node: unknown): string[] =>
  typeof node !== 'object' || node === null
    ? []
    : Object.entries(node).flatMap(([key, child]) =>
        key === 'pattern' && typeof child === 'string' ? [child] : patternsOf(child),
      );

describe('patterns of the meta-schemas', () => {
  const patterns = [...new Set(names.flatMap((name) => patternsOf(read(name))))];
  it('each have an explanation, and no explanation is unused', () => {
    expect(Object.keys(PATTERNS).sort()).toEqual(patterns.sort());
  });
  it.each(Object.entries(PATTERNS))('match the example in their explanation: %s', (pattern, sentence) => {
    const example =
      /: "?([^\s":]+)"?\.$/.exec(sentence)?.[1] ?? /: (\S+)\. "/.exec(sentence)?.[1] ?? 'minLength';
    expect(example).toMatch(new RegExp(pattern));
  });
});

describe('meta-schemas and catalogues', () => {
  const { etapa, transicao, condicao } = read('flow.schema.json').$defs;
  it('offer the same facts, requirements, statuses, results and icons', () => {
    expect(condicao.properties.fato.enum).toEqual(flowFact.map(({ value }) => value));
    expect(etapa.properties.exigencia.enum).toEqual([null, ...stepRequirements]);
    expect(etapa.properties.status_ao_entrar.enum).toEqual(
      ticketStatus.map(({ value }) => value).filter((value) => value !== 'CANCELADO'),
    );
    expect(transicao.properties.resultado.enum).toEqual(ticketResult.map(({ value }) => value));
    const panelTab = read('panel.schema.json').$defs.aba.properties;
    expect(panelTab.icone.enum).toEqual([...iconNames]);
    expect([...panelTab.chave.anyOf[0].enum].sort()).toEqual([...PANEL_TABS].sort());
    expect(read('ticketTypes.schema.json').$defs.menu.properties.icone.enum).toEqual([...iconNames]);
  });
  it('call the choices of a report like its comparisons and its tables', () => {
    const { properties, $defs } = read('report.schema.json');
    const query = $defs.declarativa.properties;
    const column = query.colunas.items.properties;
    const mark = $defs.coluna.properties.destaques.items.properties;
    const labels: [place: Property, names: Readonly<Record<string, string>>][] = [
      [$defs.coluna.properties.tipo, columnTypes],
      [$defs.coluna.properties.total, totals],
      [mark.quando, markTests],
      [mark.cor, markColors],
      [column.agregacao, aggregations],
      [column.formato, grains],
      [column.mostra, showings],
      [query.filtros.items.properties.operador, operators],
      [query.compara, comparisons],
      [properties.modo_exibicao, modes],
      [properties.grafico.properties.tipo, chartTypes],
    ];
    for (const [place, names] of labels) expect(place['x-rotulos']).toEqual(names);
  });
});
