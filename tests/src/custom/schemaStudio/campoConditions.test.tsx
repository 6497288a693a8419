import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { call } from '#contract/expression/tree.ts';
import { type Campo, EXTRA_FIELDS } from '#contract/rules/fields/campo.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsProblems } from '#contract/rules/fields/fieldsProblems.ts';
import { RECORD_FACTS } from '#contract/rules/fields/recordFacts.ts';
import { CampoProperties } from '#src/custom/schemaStudio/campos/CampoProperties.tsx';
import { PanelContext } from '#src/custom/schemaStudio/parts/PanelField.tsx';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { refusal, serve } from '../../dataProvider/server.ts';

// The control of the initial value is no subject here.
serve(http.post('/config/formularios/previa', () => refusal(422, 'Ainda sem formulário.')));
beforeAll(loadSearch);

const meta = JSON.parse(readFileSync('schemas/meta/fields.schema.json', 'utf8'));

/** The pane of the last of some fields of customers; returns that field as it was changed last. */
function draw(...start: readonly Campo[]): () => Campo {
  let now = start.at(-1) as Campo;
  function Drawn() {
    const [campos, setCampos] = useState(start);
    const index = campos.length - 1;
    const put = (next: Campo) => {
      now = next;
      setCampos(campos.with(index, next));
    };
    const definition = { formato: 2, id: 'cliente', titulo: 'Campos', campos } as ExtraFieldsDefinition;
    const problems = fieldsProblems(definition).map(({ pointer, message, severity }) => ({
      ...{ ponteiro: pointer, mensagem: message, gravidade: severity, linha: 1 },
    }));
    const content = { ...definition };
    return (
      <PanelContext value={{ meta, content, onChange: () => {}, problems, readOnly: false }}>
        <CampoProperties
          campo={campos[index] as Campo}
          campos={campos}
          facts={RECORD_FACTS.cliente}
          at={`/campos/${index}`}
          published={undefined}
          place={EXTRA_FIELDS}
          hidden={[]}
          onChange={put}
          onTitle={() => {}}
          onKey={() => {}}
          onRemove={() => {}}
          onArchive={() => {}}
          problems={problems}
          readOnly={false}
        />
      </PanelContext>
    );
  }
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Drawn />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return () => now;
}

const choose = async (label: string, option: string) => {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

const ROTA: Campo = {
  ...{ chave: 'rota', titulo: 'Rota', tipo: 'SELECT' },
  opcoes: [
    { valor: 'N', rotulo: 'Norte' },
    { valor: 'S', rotulo: 'Sul' },
  ],
};
const NOTA: Campo = { chave: 'nota', titulo: 'Nota', tipo: 'TEXT' };

describe('when a field appears', () => {
  it('is chosen by titles: for companies only, in four choices', async () => {
    const now = draw(NOTA);
    await choose('Quando aparece', 'Quando uma condição vale');
    expect(now().visivelSe).toEqual(
      call('todas', call('igual', { campo: 'registro.pessoa' }, { texto: 'CPF' })),
    );
    await choose('Valor', 'Empresa (CNPJ)');
    expect(now().visivelSe).toEqual(
      call('todas', call('igual', { campo: 'registro.pessoa' }, { texto: 'CNPJ' })),
    );
    expect(screen.getByText('Cliente › Tipo de pessoa é igual a Empresa (CNPJ)')).toBeInTheDocument();
    await choose('Quando aparece', 'Sempre');
    expect(now()).not.toHaveProperty('visivelSe');
  });

  it('depends on the options of a field by their labels', async () => {
    const now = draw(ROTA, NOTA);
    await choose('Obrigatório quando', 'Quando uma condição vale');
    await choose('Comparação', 'é um de');
    await userEvent.click(screen.getByRole('combobox', { name: 'Valores' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Sul' }));
    expect(now().obrigatorioSe).toEqual(
      call('todas', call('em', { campo: 'rota' }, { lista: [{ texto: 'N' }, { texto: 'S' }] })),
    );
  });

  it('is refused at the part that names an archived field', () => {
    draw(
      { ...ROTA, arquivado: true },
      { ...NOTA, visivelSe: call('igual', { campo: 'rota' }, { texto: 'N' }) },
    );
    expect(screen.getByText(/O campo 'Rota' está arquivado/)).toBeInTheDocument();
  });
});

describe('a formula', () => {
  const PRECO: Campo = { chave: 'preco', titulo: 'Preço', tipo: 'DINHEIRO' };
  const DESDE: Campo = { chave: 'desde', titulo: 'Desde', tipo: 'DATE' };
  const total = (): Campo => ({ chave: 'total', titulo: 'Total', tipo: 'TEXT', obrigatorio: true });

  it('begins with a number beside it and takes the type of its result', async () => {
    const now = draw(PRECO, DESDE, total());
    await choose('Tipo', 'Fórmula');
    expect(now()).toEqual({ chave: 'total', titulo: 'Total', tipo: 'DINHEIRO', formula: { campo: 'preco' } });
    const text = screen.getByRole('textbox', { name: 'Fórmula' });
    fireEvent.change(text, { target: { value: 'ano([Desde])' } });
    expect(now()).toMatchObject({ tipo: 'INTEIRO', formula: { faz: 'ano' } });
    fireEvent.change(text, { target: { value: '[Preço] * 2 > 10' } });
    expect(now().tipo).toBe('CHECKBOX');
    expect(screen.queryByRole('checkbox', { name: 'Obrigatório' })).toBeNull();
    await choose('Tipo', 'Texto');
    expect(now()).not.toHaveProperty('formula');
  });

  it('offers fields and functions while it is typed, and says in place what is wrong', async () => {
    const now = draw(PRECO, DESDE, {
      ...total(),
      obrigatorio: false,
      tipo: 'DINHEIRO',
      formula: { campo: 'preco' },
    });
    const text = screen.getByRole('textbox', { name: 'Fórmula' });
    await userEvent.clear(text);
    await userEvent.type(text, '2 * [[pre');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(text).toHaveValue('2 * [Preço]');
    expect(now().formula).toEqual(call('vezes', { numero: '2' }, { campo: 'preco' }));
    await userEvent.clear(text);
    await userEvent.type(text, 'mai');
    expect(screen.getByRole('button', { name: 'maiúsculas( )' })).toBeInTheDocument();
    fireEvent.change(text, { target: { value: '[Preso] * 2' } });
    fireEvent.blur(text);
    expect(screen.getByText(/Não há campo Preso\. Em "\[Preso\]", 1ª letra\./)).toBeInTheDocument();
    fireEvent.change(text, { target: { value: 'dias([Desde]; hoje())' } });
    expect(screen.getByText(/não muda com o dia/)).toBeInTheDocument();
  });
});
