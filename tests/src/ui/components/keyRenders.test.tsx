import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import InputAdornment from '@mui/material/InputAdornment';
import { render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { Children, isValidElement, useState } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { MaskedField } from '#ui/components/inputs/MaskedField.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { ThemeProvider, theme } from '#ui/theme/theme.tsx';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn } from '../../resources/renderApp.tsx';

const SOURCES = join(import.meta.dirname, '../../../../src');
const OWN = ['ui/components/TextField.tsx', 'ui/components/inputs/ChoiceField.tsx'];

const server = serve();
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** The labels of the fields rendered: each MUI field asks the theme for the styles of its frame then. */
let rendered: string[] = [];
const { components } = theme;
const known = components?.MuiFormControl;

beforeEach(() => {
  freshBrowser();
  if (!components) throw new Error('the theme has no components');
  components.MuiFormControl = {
    ...known,
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
  if (components && known) components.MuiFormControl = known;
  else delete components?.MuiFormControl;
});

/** The fields that a key renders; the first one may also change what surrounds the fields, such as the button that saves. */
async function fieldsRendered(field: HTMLElement, text = 'ab1') {
  const [first = '', second = '', third = ''] = text;
  await user.type(field, first + second);
  rendered = [];
  await user.type(field, third, { skipClick: true });
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
