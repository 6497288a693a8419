import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { pathsOf } from '#contract/expression/tree.ts';
import { type Campo, OWN_TYPE_FIELDS } from '#contract/rules/fields/campo.ts';
import { CampoProperties } from '#src/custom/schemaStudio/campos/CampoProperties.tsx';
import { PanelContext } from '#src/custom/schemaStudio/parts/PanelField.tsx';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { serve } from '../../dataProvider/server.ts';

serve();
beforeAll(loadSearch);

const meta = JSON.parse(readFileSync('schemas/meta/record.schema.json', 'utf8'));

const LIST: Campo = {
  ...{ chave: 'pecas', titulo: 'Peças', tipo: 'LISTA', item: 'Peça', codigo: ['peca'] },
  campos: [
    { chave: 'peca', titulo: 'Peca', tipo: 'TEXT', obrigatorio: true },
    { chave: 'defeito', titulo: 'Defeito', tipo: 'TEXT' },
  ],
};
const BESIDE: Campo = { chave: 'fase', titulo: 'Fase', tipo: 'TEXT' };

let now = LIST;

function Drawn() {
  const [list, setList] = useState(LIST);
  const campos = [BESIDE, list];
  return (
    <PanelContext value={{ meta, content: { campos }, onChange: () => {}, problems: [], readOnly: false }}>
      <CampoProperties
        campo={list}
        campos={campos}
        facts={[]}
        at="/campos/1"
        published={undefined}
        place={OWN_TYPE_FIELDS}
        hidden={[]}
        onChange={(next) => {
          now = next;
          setList(next);
        }}
        onTitle={() => {}}
        onKey={() => {}}
        onRemove={() => {}}
        onArchive={() => {}}
        problems={[]}
        readOnly={false}
      />
    </PanelContext>
  );
}

it('lets a field of an item ask the others of the same item, under the key that they have', async () => {
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Drawn />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  const defect = within(screen.getByRole('group', { name: 'Campo 2 do item' }));
  fireEvent.mouseDown(defect.getByRole('combobox', { name: 'Quando aparece' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Quando uma condição vale' }));
  const asked = () => pathsOf(now.campos?.[1]?.visivelSe ?? { texto: '' });
  expect(asked()).toEqual(['peca']);
  // A formula has no place in an item.
  fireEvent.mouseDown(defect.getByRole('combobox', { name: /^Tipo/ }));
  const types = await screen.findAllByRole('option');
  expect(types.map(({ textContent }) => textContent)).not.toContain('Fórmula');
  await userEvent.keyboard('{Escape}');
  const first = within(screen.getByRole('group', { name: 'Campo 1 do item' }));
  fireEvent.change(first.getByRole('textbox', { name: 'Título' }), { target: { value: 'Item' } });
  fireEvent.blur(first.getByRole('textbox', { name: 'Título' }));
  expect(now.campos?.[0]?.chave).toBe('item');
  expect(asked()).toEqual(['item']);
  expect(now.codigo).toEqual(['item']);
});
