import { expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { ExtraFieldsPanel } from '#src/resources/extraFields/shared/ExtraFieldsPanel.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';

const [FILE, OTHER] = ['7f0c2b1e-3a4d-4e5f-8a9b-0c1d2e3f4a5b', '7f0c2b1e-3a4d-4e5f-8a9b-0c1d2e3f4a5c'];
const fileOf = (id: string, nome: string) => ({ id, mime: 'application/pdf', nome, tamanho: 2_097_152 });
const shown = (chave: string, titulo: string, texto: string) => ({
  ...{ chave, titulo, texto },
  ...{ grupo: '', arquivado: false },
});

const answer = () =>
  HttpResponse.json({
    versao: 1,
    exibicao: [
      shown('laudo', 'Laudo', 'laudo.pdf, foto da caixa amassada no transporte.pdf'),
      shown('parecer', 'Parecer', 'Trincado'),
      shown('fotos', 'Fotos', ''),
    ],
    podeAlterar: false,
    valores: {
      laudo: [fileOf(FILE, 'laudo.pdf'), fileOf(OTHER, 'foto da caixa amassada no transporte.pdf')],
      parecer: 'Trincado',
    },
  });

serve(
  http.get('/sac/tickets/7/campos-adicionais', answer),
  http.get('/sac/clientes/7/campos-adicionais', answer),
);

it.each([
  ['ticket', 'tickets'],
  ['cliente', 'clientes'],
] as const)('leads from each file of a field of a %s to its download', async (entity, place) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThemeProvider>
        <ExtraFieldsPanel
          entity={entity}
          id={7}
          frame={({ title, children }) => <section aria-label={title}>{children}</section>}
        />
      </ThemeProvider>
    </QueryClientProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Arquivos: Laudo' });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Baixar laudo.pdf', expect.stringMatching(`/sac/${place}/7/campos-adicionais/laudo/${FILE}$`)],
    [
      'Baixar foto da caixa amassada no transporte.pdf',
      expect.stringMatching(`/sac/${place}/7/campos-adicionais/laudo/${OTHER}$`),
    ],
  ]);
  expect(list).toHaveTextContent('2 MB');
  expect(screen.getByText('Trincado')).toBeInTheDocument();
  await expectNoAxeViolations(screen.getByRole('region'));
});
