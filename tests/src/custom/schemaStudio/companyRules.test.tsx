import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ENTITIES } from '#contract/map/index.ts';
import { typeOf } from '#contract/map/paths.ts';
import { shownText, storedText, unknownName } from '#src/custom/schemaStudio/rules/FilledTextProperty.tsx';
import { conditionFields } from '#src/ui/condition/fields.ts';
import { HttpResponse, http } from '../../dataProvider/server.ts';
import { renderApp } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { checked, loadEditor, open, saved, server, signIn } from './servedRules.ts';

jest.setTimeout(180_000);

beforeAll(loadEditor);
beforeEach(() => signIn());

const choose = async (label: string, option: RegExp | string) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
/** A list with more entries than a glance takes is searched. */
const search = async (label: string, words: string, option: string) => {
  const input = await screen.findByRole('combobox', { name: label });
  await userEvent.click(input);
  await userEvent.clear(input);
  await userEvent.paste(words);
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const actions = () => within(screen.getByRole('list', { name: 'Ações' }));

describe('editor of a rule', () => {
  it('reads the whole rule as a sentence, which follows what is chosen', async () => {
    const { sentence, container } = await open();
    await waitFor(() =>
      expect(sentence).toHaveTextContent(
        'Quando um ticket é aberto, então encaminha ao setor Gerência e muda a prioridade para Alta.',
      ),
    );
    await choose('O que acontece', 'É finalizado');
    expect(sentence).toHaveTextContent(/^Quando um ticket é finalizado, então/);
    await choose('O que a dispara', 'Um tempo antes ou depois de uma data');
    await choose('De que data', 'Prazo');
    expect(sentence).toHaveTextContent(/^Quando faltam 2 horas para “Prazo” de um ticket/);
    await choose('Antes ou depois', 'Depois');
    expect(sentence).toHaveTextContent(/^Quando passam 2 horas de “Prazo”/);
    await waitFor(async () =>
      expect((await saved())?.quando).toEqual({
        ...{ tipo: 'PRAZO', campo: 'prazo', quantidade: 2, unidade: 'HORAS' },
      }),
    );
    await expectNoAxeViolations(container);
  });

  it('becomes a macro, which has no role and no wait, and a rule again', async () => {
    const { user, sentence } = await open();
    await choose('O que a dispara', 'Uma pessoa, como macro');
    expect(sentence).toHaveTextContent(/^Quando uma pessoa a usa em um ticket, então encaminha/);
    expect(screen.queryByRole('combobox', { name: 'Perfil' })).not.toBeInTheDocument();
    await waitFor(async () => {
      const rule = await saved();
      expect(rule?.quando).toEqual({ tipo: 'PESSOA' });
      expect(rule?.papel).toBeUndefined();
    });
    await user.click(screen.getByRole('combobox', { name: 'Incluir ação' }));
    await screen.findByRole('option', { name: 'Atribui a uma pessoa' });
    expect(screen.queryByRole('option', { name: /^Espera/ })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await choose('O que a dispara', 'Algo acontece');
    await waitFor(async () => expect((await saved())?.papel).toBe('SUPERVISOR'));
    expect(await screen.findByRole('combobox', { name: 'Perfil' })).toBeInTheDocument();
  });

  it('takes a condition over the map', async () => {
    const { user, sentence } = await open();
    await user.click(await screen.findByRole('button', { name: 'Incluir condição' }));
    await search('O que se pergunta', 'valor', 'Valor');
    const value = screen.getByRole('textbox', { name: 'Valor' });
    await user.clear(value);
    await user.type(value, '5000');
    await user.tab();
    await waitFor(() =>
      expect(sentence.textContent?.replaceAll('\u00a0', ' ')).toContain(
        'se Valor é maior que R$ 5.000,00, então',
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Retirar a 1ª condição' }));
    expect(screen.getByRole('button', { name: 'Incluir condição' })).toBeInTheDocument();
  });

  it('adds an action with what its schema asks for, and only that', async () => {
    await open();
    await search('Incluir ação', 'atribui', 'Atribui a uma pessoa');
    expect(await screen.findByRole('combobox', { name: 'A quem' })).toBeInTheDocument();
    await choose('Pessoa', 'Carla Dias');
    expect(actions().getByText('3. Atribui a Carla Dias')).toBeInTheDocument();
    await choose('A quem', 'Uma pessoa por vez, em rodízio');
    expect(screen.queryByRole('combobox', { name: 'Pessoa' })).not.toBeInTheDocument();
    await choose('Só pessoas deste setor', 'Fiscal');
    await waitFor(async () =>
      expect((await saved())?.entao[2]).toEqual({ acao: 'ATRIBUIR', como: 'RODIZIO', setor: 'FISCAL' }),
    );
  });

  it('moves an action by keys, takes one out, and brings it back', async () => {
    const { user } = await open();
    const second = await actions().findByRole('button', { name: /Muda a prioridade/ });
    act(() => second.focus());
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    const moved = actions().getByRole('button', { name: '1. Muda a prioridade para Alta' });
    await waitFor(() => expect(moved).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Retirar ação' }));
    expect(actions().queryByText(/Muda a prioridade/)).not.toBeInTheDocument();
    await user.click(screen.getByText('Desfazer'));
    expect(await actions().findByText('1. Muda a prioridade para Alta')).toBeInTheDocument();
    await waitFor(async () =>
      expect((await saved())?.entao.map(({ acao }) => acao)).toEqual(['PRIORIZAR', 'ENCAMINHAR']),
    );
  });

  it('shows the fields of a text by their titles, and inserts one at the caret', async () => {
    const { user } = await open();
    await user.click(await actions().findByRole('button', { name: /Encaminha/ }));
    const text = await screen.findByRole('textbox', { name: 'Mensagem ao setor' });
    expect(text).toHaveValue('Peço a aprovação de {{Cliente › UF}}');
    (text as HTMLTextAreaElement).setSelectionRange(0, 0);
    await search('Inserir campo em Mensagem ao setor', 'ticket', 'Ticket');
    await waitFor(async () =>
      expect((await saved())?.entao[0]).toMatchObject({
        mensagem: '{{ticket_id}}Peço a aprovação de {{cliente.uf}}',
      }),
    );
    fireEvent.change(text, { target: { value: '{{Cor}}' } });
    expect(text).toHaveAccessibleDescription('“Cor” não é um campo. Escolha um em Inserir campo, ou retire.');
  });

  it('leads from a problem to its control, also in an action that is closed', async () => {
    const mensagem = 'Falta: Setor.';
    server.use(checked([{ ponteiro: '/entao/0/setor', mensagem, gravidade: 'ERRO', linha: 9 }]));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /1 erro/ }));
    await user.click(screen.getByRole('button', { name: /Falta: Setor/ }));
    const setor = await screen.findByRole('combobox', { name: 'Setor' });
    await waitFor(() => expect(setor).toHaveFocus());
    expect(setor).toHaveAccessibleDescription(mensagem);
    expect(screen.getByText(/O ensaio vem quando/)).toBeInTheDocument();
  });

  it.each(['/config/mapa', '/config/regras-opcoes'])(
    'says that %s failed, and shows the rule once it is there',
    async (path) => {
      let fails = true;
      server.use(http.get(path, () => (fails ? HttpResponse.json({}, { status: 400 }) : undefined)));
      renderApp('/configuracao/rules/valor-alto');
      const again = await screen.findByRole('button', { name: 'Tentar novamente' });
      fails = false;
      await userEvent.click(again);
      expect(await screen.findByLabelText('A regra em uma frase')).toHaveTextContent(
        'encaminha ao setor Gerência',
      );
    },
  );

  it('is changed by nobody without the permission', async () => {
    signIn(['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_FLUXOS']);
    renderApp('/configuracao/rules/valor-alto');
    expect(await screen.findByText(/^Seu perfil não dá acesso a /)).toBeInTheDocument();
    expect(screen.queryByLabelText('A regra em uma frase')).not.toBeInTheDocument();
  });
});

describe('text of an action', () => {
  const fields = conditionFields(ENTITIES, 'tickets', typeOf(ENTITIES, 'tickets')).filter(
    ({ path }) => !path.startsWith('cliente.tickets'),
  );

  it('is stored with the paths of all that it shows by title', () => {
    expect(fields.length).toBeGreaterThan(50);
    for (const { path } of fields) {
      const stored = `Olá {{${path}}}, até logo`;
      expect(shownText(stored, fields)).not.toContain(`{{${path}}}`);
      expect(storedText(shownText(stored, fields), fields)).toBe(stored);
    }
  });

  it('names a field by its path where others have its title, and never takes one for another', () => {
    const field = (path: string, titulo: string) =>
      ({ path, titulo, tipo: 'TEXTO', group: '', words: '' }) as const;
    const same = [
      field('valor', 'Valor'),
      field('valor_2', 'valor'),
      field('margem', 'Margem > 10'),
      field('outro', 'margem'),
      field('unico', 'Só {este}'),
    ];
    const stored = same.map(({ path }) => `{{${path}}}`).join(' e ');
    expect(shownText(stored, same)).toBe('{{valor}} e {{valor_2}} e {{Margem > 10}} e {{outro}} e {{unico}}');
    expect(storedText(shownText(stored, same), same)).toBe(stored);
    expect(storedText('{{Valor}}', same)).toBe('{{Valor}}');
    expect(unknownName('{{Valor}}', same)).toBe('Valor');
  });

  it('keeps a name that no field has, and says so', () => {
    expect(storedText('{{Cor}} e {{ uf da filial }}', fields)).toBe('{{Cor}} e {{filial_uf}}');
    expect(unknownName('{{Cor}} e {{filial_uf}}', fields)).toBe('Cor');
    expect(unknownName('{{filial_uf}}', fields)).toBeUndefined();
    expect(unknownName('sem campos', fields)).toBeUndefined();
  });
});
