import type { PersonType } from '#contract/permissions.ts';
import type { faqArticles, faqKinds, notices } from '../../tables/index.ts';
import { ARTICLES, type ArticleText } from './articleData.ts';

const KINDS = [...new Set(ARTICLES.map(({ kind }) => kind))];
const DAY = 86_400_000;

export const faqKindRows = (): (typeof faqKinds.$inferInsert)[] =>
  KINDS.map((name, index) => ({ id: index + 1, name }));

export const articleRows = (midnight: Date): (typeof faqArticles.$inferInsert)[] =>
  ARTICLES.map((article, index) => ({
    id: index + 1,
    kindId: KINDS.indexOf(article.kind) + 1,
    title: article.title,
    html: htmlOf(article),
    plainText: [article.intro, ...article.steps, article.outro].filter(Boolean).join(' '),
    forConsumers: article.forConsumers,
    updatedAt: new Date(midnight.getTime() - (index + 3) * 5 * DAY),
  }));

function htmlOf({ intro, steps, outro }: ArticleText): string {
  const list = steps.length > 0 ? `<ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>` : '';
  return `<p>${intro}</p>${list}${outro ? `<p>${outro}</p>` : ''}`;
}

/** Days ago, audience, title, text. */
const NOTICES: readonly (readonly [number, PersonType | 'TODOS', string, string])[] = [
  [
    1,
    'TODOS',
    'Horário de atendimento no fim de ano',
    'Nos dias 24 e 31 de dezembro o atendimento funciona das 8h às 12h. As coletas voltam ao normal no primeiro dia útil seguinte.',
  ],
  [
    2,
    'TODOS',
    'CNPJ com letras já é aceito',
    'Novas inscrições de CNPJ podem ter letras. A pesquisa, os cadastros e as notas já aceitam o formato novo.',
  ],
  [
    4,
    'OPERADOR',
    'Fotos obrigatórias em avarias',
    'Sem foto do lote e da embalagem, peça complemento ao cliente antes de concluir a análise.',
  ],
  [
    6,
    'REPRESENTANTE',
    'Prorrogações na sua carteira',
    'Os pedidos de prorrogação agora mostram os dias de atraso confirmados pela logística.',
  ],
  [
    9,
    'CONSUMIDOR_FINAL',
    'Acompanhe sua solicitação por aqui',
    'Todas as respostas do atendimento ficam no histórico da solicitação. Você recebe um e-mail a cada atualização.',
  ],
  [
    14,
    'TODOS',
    'Rota do Rio Negro com prazo maior',
    'Com o nível baixo do rio, as entregas de Manaus para o interior podem levar até doze dias úteis.',
  ],
  [
    21,
    'SUPERVISOR',
    'Revisão dos tickets parados',
    'Confira toda segunda-feira os tickets que aguardam o cliente há mais de dez dias.',
  ],
  [
    35,
    'TODOS',
    'Recolhimento de lote',
    'O lote 4471 do Suco de uva integral Maré 1,5 L foi recolhido pelo fabricante. Abra uma solicitação de qualidade para devolver.',
  ],
];

/** The first administrator of the demonstration. */
const AUTHOR = 1;

export const noticeRows = (midnight: Date): (typeof notices.$inferInsert)[] =>
  NOTICES.map(([days, audience, title, text], index) => ({
    id: index + 1,
    title,
    html: `<p>${text}</p>`,
    audience,
    authorId: AUTHOR,
    publishedAt: new Date(midnight.getTime() - days * DAY + 13 * 3_600_000),
  }));
