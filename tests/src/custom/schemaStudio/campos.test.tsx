import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { call } from '#contract/expression/tree.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import {
  type Campo,
  type CampoPlace,
  EXTRA_FIELDS,
  mayBecome,
  OWN_TYPE_FIELDS,
} from '#contract/rules/fields/campo.ts';
import { metaSchemaProblems } from '#server/config/definitions/metaSchema.ts';
import { CampoProperties } from '#src/custom/schemaStudio/campos/CampoProperties.tsx';
import {
  changedCampo,
  keyUnderTitle,
  newCampo,
  retyped,
  typesFor,
  withCampoKey,
} from '#src/custom/schemaStudio/campos/campoEdits.ts';
import { PanelContext } from '#src/custom/schemaStudio/parts/PanelField.tsx';
import { withTypeFieldKey } from '#src/custom/schemaStudio/records/typeEdits.ts';
import { serve } from '../../dataProvider/server.ts';

serve();

const metaOf = (name: string) => JSON.parse(readFileSync(`schemas/meta/${name}.schema.json`, 'utf8'));

const PLACES: [string, CampoPlace, string[]][] = [
  // Archiving is an act, an initial value is not offered for reading, and synonyms are written as JSON.
  ['fields', EXTRA_FIELDS, ['padrao', 'arquivado']],
  ['record', OWN_TYPE_FIELDS, ['padrao', 'arquivado', 'sinonimos']],
];

const ofType = (tipo: Campo['tipo']): Campo =>
  retyped({ chave: 'campo', titulo: 'Campo', tipo: 'TEXT' }, tipo);

const OTHER: Campo = { chave: 'outro', titulo: 'Outro', tipo: 'CHECKBOX' };
const CALCULATED: Campo = { chave: 'campo', titulo: 'Campo', tipo: 'DECIMAL', formula: { numero: '1' } };

/** The keys of a field that its pane edits. */
function keysDrawn(meta: string, place: CampoPlace, campo: Campo): string[] {
  // Its message is asked for once there is an expression.
  const content = { campos: [{ ...campo, ...(campo.tipo === 'TEXT' && { expressao: '^A' }) }, OTHER] };
  const { container, unmount } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PanelContext value={{ meta: metaOf(meta), content, onChange: () => {}, problems: [], readOnly: true }}>
        <CampoProperties
          campo={content.campos[0] ?? campo}
          campos={content.campos}
          at="/campos/0"
          published={undefined}
          place={place}
          facts={[]}
          own={{ chave: 'proprios', titulo: { muitos: 'próprios' } }}
          hidden={[]}
          onChange={() => {}}
          onTitle={() => {}}
          onKey={() => {}}
          onRemove={() => {}}
          onArchive={() => {}}
          problems={[]}
          readOnly
        />
      </PanelContext>
    </QueryClientProvider>,
  );
  const pointers = [...container.querySelectorAll<HTMLElement>('[data-pointer]')];
  const keys = pointers.flatMap(
    ({ dataset }) => /^\/campos\/0\/(\w+)/.exec(dataset.pointer ?? '')?.[1] ?? [],
  );
  unmount();
  return keys;
}

describe.each(PLACES)('the pane of a field in %s', (meta, place, elsewhere) => {
  it('edits every key that the place takes, and no other', () => {
    const drawn = new Set([
      ...place.types.flatMap((tipo) => keysDrawn(meta, place, ofType(tipo))),
      ...keysDrawn(meta, place, CALCULATED),
    ]);
    const taken = Object.keys(metaOf(meta).$defs.campo.properties).filter((key) => !elsewhere.includes(key));
    expect([...drawn].sort()).toEqual(taken.sort());
  });

  it('turns a field of any type into one of any other that the place accepts', () => {
    for (const from of place.types)
      for (const to of place.types) {
        const made = retyped(ofType(from), to);
        const definition =
          meta === 'fields'
            ? { formato: 2, id: 'ticket', titulo: 'Campos', campos: [made] }
            : {
                ...{ formato: 2, chave: 'bens', titulo: { um: 'bem', muitos: 'bens' }, descricao: 'Bens' },
                ...{ campos: [made], codigo: ['campo'], nome: 'campo', escopo: ['empresa'] },
              };
        expect(metaSchemaProblems(meta, definition)).toEqual([]);
        expect(made.padrao).toBeUndefined();
      }
  });

  it('offers a published field its own type and those that read its values alike', () => {
    for (const tipo of place.types) {
      const campo = ofType(tipo);
      expect(typesFor(place, campo, undefined)).toEqual(place.types);
      expect(new Set(typesFor(place, campo, tipo))).toEqual(new Set([tipo, ...mayBecome(place, tipo)]));
    }
  });
});

describe('a key', () => {
  const fields = {
    campos: [
      newCampo('Rota', []),
      { ...newCampo('Motivo', []), visivelSe: call('igual', { campo: 'rota' }, { texto: 'SUL' }) },
    ],
    testes: [{ valores: { rota: 'SUL' }, espera: [{ campo: 'rota' }] }],
  };
  const titled = (titulo: string, isPublished: boolean) => keyUnderTitle(fields, 0, { titulo, isPublished });

  it('follows the title until it is published or written by hand, and never another field’s', () => {
    expect(titled('Rota de entrega', false)).toBe('rotaDeEntrega');
    expect(titled('Motivo', false)).toBe('motivo2');
    expect(titled('Rota de entrega', true)).toBe('rota');
    const byHand = { campos: [{ ...newCampo('Rota', []), chave: 'caminho' }] };
    expect(keyUnderTitle(byHand, 0, { titulo: 'Outra', isPublished: false })).toBe('caminho');
  });

  it('follows a title that is cleared, and goes on with the next letter', () => {
    const cleared = changedCampo({ ...newCampo('Rota', []), titulo: '', chave: 'campo' }, { coluna: true });
    expect(cleared).toMatchObject({ titulo: '', coluna: true });
    expect(keyUnderTitle({ campos: [cleared] }, 0, { titulo: 'V', isPublished: false })).toBe('campoV');
    const { titulo: _, ...untitled } = cleared;
    const campos = [untitled as typeof cleared];
    expect(keyUnderTitle({ campos }, 0, { titulo: 'Via', isPublished: false })).toBe('via');
  });

  it('is followed by conditions and examples, and by what a type says of the field', () => {
    expect(withCampoKey(fields, 0, 'caminho')).toMatchObject({
      campos: [{ chave: 'caminho' }, { visivelSe: { de: [{ campo: 'caminho' }, { texto: 'SUL' }] } }],
      testes: [{ valores: { caminho: 'SUL' }, espera: [{ campo: 'caminho' }] }],
    });
    const type: CustomTypeDefinition = {
      ...{ formato: 2, chave: 'bens', titulo: { um: 'bem', muitos: 'bens' }, descricao: 'Bens' },
      campos: [{ chave: 'nome', titulo: 'Nome', tipo: 'TEXT' }],
      ...{ codigo: ['nome'], nome: 'nome', busca: ['nome'] },
      lista: { colunas: ['nome'], ordem: 'nome' },
    };
    expect(withTypeFieldKey(type, 0, 'titulo')).toMatchObject({
      campos: [{ chave: 'titulo' }],
      ...{ codigo: ['titulo'], nome: 'titulo', busca: ['titulo'] },
      lista: { colunas: ['titulo'], ordem: 'titulo' },
    });
  });
});
