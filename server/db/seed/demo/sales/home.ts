import { drizzle } from 'drizzle-orm/node-postgres';
import { addDays } from '../../../../../contract/rules/calendarDate.ts';
import { countShowcases } from '../../../../callcenter/home/showcases.ts';
import * as tables from '../../../tables/index.ts';
import { banners, showcases } from '../../../tables/index.ts';
import type { SalesWorld } from './salesWorld.ts';

/** Banners and showcases of the home page, each of which opens something. */
export async function seedHome({ company, today, client, write }: SalesWorld): Promise<void> {
  const brand = company.products[0]?.brand ?? '';
  const period = { startsOn: addDays(today, -30), endsOn: addDays(today, 60), branchId: 0 };
  await write(banners, [
    {
      id: 1,
      title: 'Campanhas do mês',
      text: 'Veja o que dá desconto e o que dá pontos antes de ligar.',
      opens: { tipo: 'CAMPANHA' },
      position: 1,
      ...period,
    },
    {
      id: 2,
      title: `Semana ${brand}`,
      text: 'Linha completa a pronta entrega em todas as filiais.',
      opens: { tipo: 'PRODUTOS', valor: brand },
      position: 2,
      ...period,
    },
    {
      id: 3,
      title: 'Como funciona a devolução',
      text: 'Prazos, fotos e notas: o artigo que responde a nove em cada dez perguntas.',
      opens: { tipo: 'ARTIGO', valor: '1' },
      position: 3,
      ...period,
    },
  ]);
  await write(showcases, [
    {
      id: 1,
      title: 'Mais vendidos',
      subtitle: 'Nos últimos 30 dias',
      rule: { tipo: 'MAIS_VENDIDOS' },
      opens: { tipo: 'TELA', valor: '/pedidos' },
      position: 1,
    },
    {
      id: 2,
      title: 'Em promoção',
      subtitle: 'Preço de tabela promocional',
      rule: { tipo: 'PROMOCAO' },
      opens: { tipo: 'NADA' },
      position: 2,
    },
    {
      id: 3,
      title: brand,
      subtitle: 'A marca da semana',
      rule: { tipo: 'MARCA', valor: brand },
      opens: { tipo: 'PRODUTOS', valor: brand },
      position: 3,
    },
  ]);
  await countShowcases(drizzle(client, { schema: tables }), new Date(`${today}T23:59:59Z`));
}
