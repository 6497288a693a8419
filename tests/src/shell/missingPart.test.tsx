import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import TextField from '@mui/material/TextField';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { Suspense } from 'react';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { sourceFiles } from '../../support/sourceFiles.ts';
import { serve } from '../dataProvider/server.ts';

const server = serve();
const missing = new TypeError('Failed to fetch dynamically imported module: /assets/FinanceForm-old.js');
const Form = () => <p>Formulário</p>;

const pageOf = (entry: string) =>
  http.get('/', () =>
    HttpResponse.html(`<script type="module" crossorigin src="/assets/${entry}"></script>`),
  );

/** A form beside a part that fails to load until `there()`. */
function renderBeside() {
  let isThere = false;
  const Part = lazyScreen(async () => {
    if (!isThere) throw missing;
    return { Form };
  }, 'Form');
  render(
    <ThemeProvider>
      <TextField label="Motivo" />
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </ThemeProvider>,
  );
  return () => {
    isThere = true;
  };
}

beforeEach(() => {
  const entry = document.createElement('script');
  entry.type = 'module';
  entry.setAttribute('src', '/assets/index-old.js');
  document.head.replaceChildren(entry);
});

describe('a part of the console that is missing', () => {
  it('offers to load the page again after an update, and leaves what was typed', async () => {
    server.use(pageOf('index-new.js'));
    renderBeside();
    await userEvent.type(screen.getByLabelText('Motivo'), 'Atraso');
    expect(await screen.findByRole('alert')).toHaveTextContent('O console foi atualizado');
    expect(screen.getByRole('button', { name: 'Carregar a página de novo' })).toBeInTheDocument();
    expect(screen.getByLabelText('Motivo')).toHaveValue('Atraso');
  });

  it('is loaded where it belongs once the network is back', async () => {
    server.use(http.get('/', () => HttpResponse.error()));
    const there = renderBeside();
    await userEvent.type(screen.getByLabelText('Motivo'), 'Atraso');
    const retry = await screen.findByRole('button', { name: 'Tentar novamente' });
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeEnabled();
    there();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Formulário')).toBeInTheDocument();
    expect(screen.getByLabelText('Motivo')).toHaveValue('Atraso');
  });

  it('notices an update while it tries again', async () => {
    server.use(pageOf('index-old.js'));
    renderBeside();
    await screen.findByRole('button', { name: 'Tentar novamente' });
    server.use(pageOf('index-new.js'));
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('button', { name: 'Carregar a página de novo' })).toBeInTheDocument();
  });

  it('offers to load the page again where the server answers and the browser keeps the failure', async () => {
    server.use(pageOf('index-old.js'));
    renderBeside();
    await userEvent.type(screen.getByLabelText('Motivo'), 'Atraso');
    await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('button', { name: 'Carregar a página de novo' })).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Esta parte da tela não carregou');
    expect(screen.getByLabelText('Motivo')).toHaveValue('Atraso');
  });

  it('is said in Portuguese where an action needed it', () => {
    expect(errorText(missing)).toBe('Esta parte do console não carregou. Carregue a página de novo.');
  });

  it('is handled for every part that is loaded later', () => {
    const bare = sourceFiles('src').filter((path) => /\blazy\(/.test(readFileSync(path, 'utf8')));
    expect(bare).toEqual(['src/ui/shell/loadLater.tsx']);
  });
});
