import type { ScreenDriver } from './stage.ts';
import type { ScreenCase, Show } from './stops.ts';

/** Record lists to be checked: with few and many columns, empty ones, and those with nested rows. */
const LISTS = ['clientes', 'notas', 'produtos', 'precos', 'dimensoes', 'ceps'];
/** Types whose empty form is checked, as well as the form of an existing record. */
const FORMS = ['clientes', 'notas', 'produtos', 'regras-preco', 'cupons', 'rotas-frete', 'transportadoras'];

/** The record screens, with one type for all those that look alike. */
export const RECORDS: readonly (ScreenCase & { name: string })[] = [
  ...LISTS.map((type) => ({ name: `cadastros/${type}`, at: async () => `/cadastros/${type}` })),
  ...FORMS.flatMap((type) => [
    { name: `cadastros/${type}/create`, at: async () => `/cadastros/${type}/create` },
    { name: `cadastros/${type}/:id`, at: firstRecord(type) },
  ]),
  { name: 'cadastros/produtos/propostas', at: async () => '/cadastros/produtos/propostas' },
  { name: 'cadastros, an import', at: async () => '/cadastros/transportadoras/importar', further: matched },
  { name: 'cadastros, many at once', at: async () => '/cadastros/transportadoras', further: ticked },
];

function firstRecord(type: string) {
  return async ({ page, go }: ScreenDriver): Promise<string | null> => {
    await go(`/cadastros/${type}`);
    const links = await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('?')[0] ?? ''));
    return links.find((link) => new RegExp(`^/cadastros/${type}/\\d+$`).test(link)) ?? null;
  };
}

const SHEET =
  'CNPJ;Razão social;Nome fantasia\r\n11222333000181;Expresso Prado;Prado\r\n11222333000180;Errado;Errado\r\n';

/** The columns of a file, and a preview of what it would write: one line is valid, one is rejected. */
async function matched({ page }: ScreenDriver, show: Show) {
  const file = { name: 'transportadoras.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('heading', { name: 'Colunas' }).waitFor();
  await show('columns');
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByRole('button', { name: /^Gravar / }).waitFor();
  await show('the trial');
}

/** Changes one field of several records. */
async function ticked({ page }: ScreenDriver, show: Show) {
  await page.getByRole('checkbox').nth(1).check();
  await show('the bar of what is ticked');
  await page.getByRole('button', { name: 'Mudar um campo' }).click();
  await page.getByRole('dialog').waitFor();
  await show('a field of many', true);
  await page.keyboard.press('Escape');
}
