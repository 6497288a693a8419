import type { PublicContext } from '../../context.ts';
import { serviceParameters } from '../parameters/queries.ts';

/** What a phone or desk needs to install the console. The pictures lie in public/. */
export async function manifest(_input: object, { db }: PublicContext): Promise<Record<string, unknown>> {
  const { nomeEmpresa } = await serviceParameters(db);
  return {
    id: '/',
    name: nomeEmpresa === 'Balcão' ? 'Balcão' : `Balcão ${nomeEmpresa}`,
    short_name: 'Balcão',
    description: 'Console de atendimento ao cliente e vendas',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      { ...icon('icon-maskable-512.png', '512x512'), purpose: 'maskable' },
    ],
    shortcuts: [{ name: 'Tickets', url: '/tickets' }],
  };
}

const icon = (file: string, sizes: string, type = 'image/png') => ({ src: `/${file}`, sizes, type });
