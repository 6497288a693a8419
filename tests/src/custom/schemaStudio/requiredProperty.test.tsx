import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { call } from '#contract/expression/tree.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { RequiredProperty } from '#src/custom/schemaStudio/registration/RequiredProperty.tsx';
import {
  requirementOf,
  type StepField,
  stepFields,
} from '#src/custom/schemaStudio/registration/stepFields.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

// There are more fields than are read at a glance.
beforeAll(loadSearch);

const company: Content = JSON.parse(readFileSync('schemas/registration/sac-empresa.json', 'utf8'));
const fieldIn = (content: Content) =>
  stepFields(content).find(({ name }) => name === 'inscricaoMunicipal') as StepField;

/** The step as it was last written. */
let written = company;

function Stage() {
  const [content, setContent] = useState(company);
  const change = (next: Content) => {
    written = next;
    setContent(next);
  };
  return (
    <ThemeProvider>
      <RequiredProperty
        content={content}
        onChange={change}
        problems={[]}
        readOnly={false}
        field={fieldIn(content)}
      />
    </ThemeProvider>
  );
}

it('demands a field under a condition made by clicks, over the context and the fields beside it', async () => {
  const user = userEvent.setup({ delay: null });
  render(<Stage />);
  const choose = async (label: string | RegExp, option: string | RegExp) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(/^Obrigatório/, 'Quando uma condição vale');
  expect(requirementOf(fieldIn(written))).toEqual(call('igual', { campo: 'contexto.tipo' }, { texto: 'PF' }));
  await choose('Valor', 'pessoa jurídica');
  expect(screen.getByText('Quem se cadastra é igual a pessoa jurídica')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Condição' }));
  const asked = screen.getAllByRole('combobox', { name: 'O que se pergunta' });
  await user.click(asked.at(-1) as HTMLElement);
  await user.click(await screen.findByRole('option', { name: 'Regime especial' }));
  expect(requirementOf(fieldIn(written))).toEqual(
    call(
      'todas',
      call('igual', { campo: 'contexto.tipo' }, { texto: 'PJ' }),
      call('igual', { campo: 'regimeEspecial' }, { logico: true }),
    ),
  );
  // What a schema cannot say is not offered, and is refused where it is written.
  await user.click(screen.getAllByRole('button', { name: 'Escrever' })[0] as HTMLElement);
  const text = screen.getByRole('textbox', { name: 'Condição escrita' });
  await user.clear(text);
  await user.type(text, '[[Nome fantasia] contém "x"');
  await user.tab();
  expect(screen.getByText(/só se comparam campos com valores/)).toBeInTheDocument();
  expect(JSON.stringify(written)).not.toContain('contem');
  await choose(/^Obrigatório/, 'Nunca: pode ficar vazio');
  expect(written).toEqual(company);
});
