import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import InputAdornment from '@mui/material/InputAdornment';
import { act, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { Children, isValidElement, useState } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { TELLING_INTERVAL } from '#ui/components/heldTyping.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ThemeProvider, theme } from '#ui/theme/theme.tsx';
import { editedQuote } from '../../custom/quoteEditor/editedQuote.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';

const SOURCES = join(import.meta.dirname, '../../../../src');
const OWN = ['ui/components/TextField.tsx', 'ui/components/inputs/ChoiceField.tsx'];

const server = serve();
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** The labels of the fields rendered, and 'botão' for each button: MUI asks the theme for their styles then. */
let rendered: string[] = [];
const { components } = theme;
const known = components && {
  MuiFormControl: components.MuiFormControl,
  MuiButtonBase: components.MuiButtonBase,
};

beforeEach(() => {
  freshBrowser();
  if (!components) throw new Error('the theme has no components');
  components.MuiButtonBase = {
    ...known?.MuiButtonBase,
    styleOverrides: {
      root: () => {
        rendered.push('botão');
        return {};
      },
    },
  };
  components.MuiFormControl = {
    ...known?.MuiFormControl,
    styleOverrides: {
      root: ({ ownerState }) => {
        const [label] = Children.toArray(ownerState.children);
        rendered.push(isValidElement<{ children?: unknown }>(label) ? String(label.props.children) : '?');
        return {};
      },
    },
  };
});
afterEach(() => {
  for (const [name, before] of Object.entries(known ?? {}))
    if (before) Object.assign(components ?? {}, { [name]: before });
    else delete components?.[name as 'MuiButtonBase'];
});

/** The fields that a key renders; the first one may also change what surrounds the fields, such as the button that saves. */
async function fieldsRendered(field: HTMLElement, text = 'ab1') {
  const [first = '', second = '', third = ''] = text;
  await user.type(field, first + second);
  rendered = [];
  await user.type(field, third, { skipClick: true });
  return rendered;
}

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 2 * TELLING_INTERVAL)));

/** What a key renders of which the form is told at once; an earlier one may also change what surrounds the fields. */
async function toldRenders(field: HTMLElement) {
  await user.type(field, 'ab');
  await pause();
  rendered = [];
  await user.type(field, '1', { skipClick: true });
  return rendered;
}

describe('a key renders the field that is typed in', () => {
  const CHOICES = ['Um', 'Dois'];
  const EMPTY = { nome: '', lista: 'Um', preco: '1', cep: '', dia: null as string | null, busca: '' };

  function Form() {
    const [value, setValue] = useState(EMPTY);
    const put = (part: Partial<typeof EMPTY>) => setValue({ ...value, ...part });
    return (
      <ThemeProvider>
        <TextField
          label="Nome"
          value={value.nome}
          onChange={(event) => put({ nome: event.target.value })}
          slotProps={{ htmlInput: { maxLength: 60, onKeyDown: () => {} } }}
        />
        <ChoiceField
          label="Lista"
          value={value.lista}
          onChange={(lista) => put({ lista })}
          choices={CHOICES.map((each) => ({ value: each, label: each }))}
        />
        <TextField
          label="Busca"
          value={value.busca}
          onChange={(event) => put({ busca: event.target.value })}
          slotProps={{ input: { endAdornment: <InputAdornment position="end">kg</InputAdornment> } }}
        />
        <NumberField label="Preço" value={value.preco} onChange={(preco) => put({ preco: preco ?? '' })} />
        <MaskedField kind="cep" label="CEP" value={value.cep} onChange={(cep) => put({ cep })} />
        <DateField label="Dia" value={value.dia} onChange={(dia) => put({ dia })} />
        <output>{JSON.stringify(value)}</output>
      </ThemeProvider>
    );
  }

  it.each(['Nome', 'Busca', 'Preço', 'CEP'])('%s', async (name) => {
    render(<Form />);
    const field = screen.getByRole('textbox', { name });
    expect(await fieldsRendered(field, name === 'Nome' || name === 'Busca' ? 'ab1' : '123')).toEqual([name]);
  });

  it('and keeps what the others hold, though their handlers are older', async () => {
    render(<Form />);
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Busca' }), 'chá');
    await user.type(screen.getByRole('textbox', { name: 'Nome' }), ' Paula');
    await user.click(screen.getByRole('combobox', { name: 'Lista' }));
    await user.click(screen.getByRole('option', { name: 'Dois' }));
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toMatchObject({
      nome: 'Ana Paula',
      busca: 'chá',
      lista: 'Dois',
    });
  });
});

describe('a key renders one field', () => {
  beforeEach(() => {
    server.use(
      http.get('/config/rascunhos/:objeto', () => HttpResponse.json({ data: null })),
      http.put('/config/rascunhos/:objeto', ({ params }) =>
        HttpResponse.json({
          data: { objeto: params.objeto, conteudo: {}, atualizado: new Date().toISOString(), versao: 1 },
        }),
      ),
    );
  });

  const FORMS: readonly [path: string, field: string, grants: Permission[]][] = [
    ['/respostas/create', 'Título', ['CONFIGURACAO', 'CONFIGURACAO_RESPOSTAS']],
    ['/pagina-inicial/banners/create', 'Título', ['CONFIGURACAO', 'CONFIGURACAO_PAGINA_INICIAL']],
  ];

  it.each(FORMS)('of %s', async (path, name, grants) => {
    server.use(
      ...signedIn(grants),
      http.get('/sac/consultas/setores', () => HttpResponse.json([])),
    );
    renderApp(path);
    const field = await screen.findByRole('textbox', { name: new RegExp(`^${name}[\\s*]*$`) });
    expect(await fieldsRendered(field)).toEqual([name]);
    expect(await toldRenders(field)).toEqual([name]);
  });

  it('of a person, beside a date, lists and branches', async () => {
    const branch = { id: 1, nome: 'Matriz' };
    const role = { id: 1, chave: 'OPERADOR', nome: 'Operador', permitido: true };
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_PESSOAS']),
      http.get('/config/pessoas-opcoes', () =>
        HttpResponse.json({
          tipos: ['OPERADOR'],
          perfis: [role],
          filiais: [branch],
          setores: [],
          habilidades: [],
          representantes: [],
        }),
      ),
    );
    renderApp('/pessoas/create');
    const field = await screen.findByRole('textbox', { name: /^Nome/ });
    expect(await toldRenders(field)).toEqual(['Nome']);
  });

  it('of a quote, and none of its lines', async () => {
    const quote = editedQuote();
    server.use(
      ...signedIn(['ORCAMENTO', 'ORCAMENTO_EDITAR']),
      http.get('/callcenter/orcamentos/31/carrinho', () => HttpResponse.json({ data: quote })),
      http.get('/callcenter/orcamentos/31/opcoes', () =>
        HttpResponse.json({
          data: { cobrancas: [], planos: [], tabelas: [], tiposFrete: [], transportadoras: [] },
        }),
      ),
      http.get('/callcenter/sinaleiras/31', () =>
        HttpResponse.json({ data: { sinaleiras: [], liberacao: null, pendentes: [] } }),
      ),
      http.get('/callcenter/vitrines/filtros', () =>
        HttpResponse.json({ data: { marcas: [], classes: [] } }),
      ),
      http.get('/callcenter/orcamentos/31/campanhas', () => HttpResponse.json([])),
      http.put('/callcenter/orcamentos/31/autosave', () => HttpResponse.json({ data: quote })),
    );
    renderApp('/orcamentos/31');
    const field = await screen.findByRole('textbox', { name: 'Observação do pedido' });
    expect(await toldRenders(field)).toEqual(['Observação do pedido']);
  });

  it('of a dialog', async () => {
    server.use(
      ...signedIn(['CONFIGURACAO', 'CONFIGURACAO_CHAVES']),
      http.get('/config/chaves', () =>
        HttpResponse.json([], { headers: { 'Content-Range': 'chaves 0-0/0' } }),
      ),
      http.get('/config/cadastros', () => HttpResponse.json({ itens: [] })),
      http.get('/dados/v1/filiais', () => HttpResponse.json({ itens: [] })),
    );
    renderApp('/chaves');
    await user.click((await screen.findAllByRole('button', { name: 'Criar chave' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    expect(await fieldsRendered(within(dialog).getByRole('textbox', { name: /^Nome/ }))).toEqual(['Nome']);
  });
});

it('forms use the field of the console', () => {
  const direct = (readdirSync(SOURCES, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !OWN.includes(name))
    .filter((name) => readFileSync(join(SOURCES, name), 'utf8').includes("'@mui/material/TextField'"));
  expect(direct).toEqual([]);
});
