import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { field } from '#contract/field.ts';
import { catalogue } from '#contract/index.ts';
import { Decimal, Nullable, type Routes } from '#contract/route.ts';
import { PickupRow } from '#contract/sac/pickups.ts';

describe('field()', () => {
  it('takes the label from the schema title, also for nullable fields', () => {
    expect(field(PickupRow, 'agendadaPara')).toEqual({
      label: 'Agendada para',
      format: 'day',
      align: 'left',
    });
    expect(field(AgendaRow, 'data_finalizacao')).toMatchObject({ format: 'instant' });
  });

  it('derives format and alignment from the type, and throws without a title or a label', () => {
    const Line = Type.Object({
      valor: Nullable(Decimal('Valor')),
      ativa: Type.Boolean({ title: 'Ativa' }),
      semTitulo: Type.String(),
    });
    expect(field(PickupRow, 'id')).toMatchObject({ format: 'id', align: 'left' });
    expect(field(PickupRow, 'totalTickets')).toMatchObject({ format: 'integer', align: 'right' });
    expect(field(PickupRow, 'status')).toMatchObject({ format: 'choice' });
    expect(field(Line, 'valor')).toMatchObject({ format: 'decimal', align: 'right' });
    expect(field(Line, 'ativa')).toMatchObject({ format: 'flag' });
    expect(() => field(Line, 'semTitulo')).toThrow('has no title');
    expect(field(Line, 'semTitulo', 'Sem título')).toMatchObject({ label: 'Sem título', format: 'text' });
  });
});

/** Every title in the contract for a field of this name; of instants alone in `instants`. */
const titles = new Map<string, Set<string>>();
const instants = new Set<string>();

interface Schema {
  title?: string;
  format?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}

function gather(schema: unknown) {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, one] of Object.entries((schema as Schema).properties ?? {})) {
    const title = one.title ?? one.anyOf?.find((each) => each.title)?.title;
    if ([one, ...(one.anyOf ?? [])].some(({ format }) => format === 'date-time')) instants.add(name);
    if (title) titles.set(name, (titles.get(name) ?? new Set()).add(title));
  }
  for (const part of Object.values(schema)) gather(part);
}
for (const routes of Object.values(catalogue as Record<string, Routes>))
  for (const route of Object.values(routes)) gather([route.response, route.body, route.query]);

const sources = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => fs.readFileSync(path.join('src', name), 'utf8'));

/**
 * Literals that repeat a title of the contract, or give one of its fields a different title. Both numbers may only decrease:
 * `field` and `fieldColumn` read a title where it is shown, and a literal that differs on purpose must give its reason.
 */
describe('field titles hard-coded in screens', () => {
  it('repeat the contract no more often than recorded', () => {
    const known = new Set([...titles.values()].flatMap((each) => [...each]));
    const again = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:label|title)(?:=|: ?)(["'])([^"'\n]+)\1/g)].filter(([, , said]) =>
        known.has(said ?? ''),
      ),
    );
    expect(again.length).toBeLessThanOrEqual(AGAIN);
  });

  it('contradict the contract no more often than recorded', () => {
    const otherwise = sources.flatMap((text) =>
      [
        ...text.matchAll(/\b(?:id|key|name|source): '(\w+)',\s*label: '([^']+)'/g),
        ...text.matchAll(COLUMN),
      ].filter(([, name, said]) => titles.has(name ?? '') && !titles.get(name ?? '')?.has(said ?? '')),
    );
    expect(otherwise.length).toBeLessThanOrEqual(OTHERWISE);
  });

  // Such a column has the name of a sort, or none of the contract's, so only what it shows tells which field it is.
  it('contradict the contract above an instant that a column or fact shows no more often than recorded', () => {
    const otherwise = sources.flatMap((text) =>
      [...text.matchAll(SHOWN)].filter(([, said, ofColumn, ofFact]) => {
        const name = ofColumn ?? ofFact ?? '';
        return instants.has(name) && !titles.get(name)?.has(said ?? '');
      }),
    );
    const columns = sources.flatMap((text) =>
      [...text.matchAll(COLUMN)].filter(
        ([, name = '', said]) => instants.has(name) && !titles.get(name)?.has(said ?? ''),
      ),
    );
    const said = [...otherwise.map(([, label]) => label), ...columns.map(([, , label]) => label)];
    expect(said.sort()).toEqual(SHORTER);
  });
});

/** A literal label with the one field that is shown below it: `render: ({ criado }) =>`, or a `value` beside it. */
const SHOWN =
  /\blabel: '([^']+)',(?:(?!\blabel:)[\s\S]){0,300}?(?:render: \(\{ (\w+) \}\)|value: (?:\w+ \? )?<\w+ value=\{(?:\w+\.)?(\w+)\b)/g;
/** A column of the contract with a label of its own. */
const COLUMN = /\bfieldColumn\(\w+, '(\w+)', \{\s*(?:id: '\w+',\s*)?label: '([^']+)'/g;
/** In narrow columns, most without the contract's 'em'. The list may only become shorter. */
const SHORTER =
  'Aberta Apurada Cadastrada Cadastrado Cadastrado Cadastrado Enviado Enviado Enviado Gerada Incluído Próximo Publicado Quando Quando Último'.split(
    ' ',
  );
const AGAIN = 686;
const OTHERWISE = 77;
