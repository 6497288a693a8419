import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ArticleHit, ArticleRow } from '#contract/sac/faq.ts';
import { articleRows, faqKindRows } from '#server/db/seed/demo/portal.ts';
import { faqArticles, faqKinds } from '#server/db/tables/index.ts';
import { subjectWords } from '#server/sac/faq/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

describe('related FAQ articles', () => {
  let server: TestServer;
  let known: TestPeople;
  const get = async (path: string, type: keyof TestPeople['people'] = 'OPERADOR') =>
    server.call('GET', `/sac/faq/${path}`, { token: await server.sessionOf(known.people[type]) });
  const related = async (
    subject: string,
    type?: keyof TestPeople['people'],
    more = '',
  ): Promise<ArticleHit[]> => (await get(`artigos?assunto=${encodeURIComponent(subject)}${more}`, type)).body;

  beforeAll(async () => {
    server = await testServer();
    known = await createPeople(server.deps.db);
    await server.deps.db.insert(faqKinds).values(faqKindRows());
    await server.deps.db.insert(faqArticles).values(articleRows(server.deps.now()));
  });
  afterAll(() => server.close());

  it.each([
    ['Avaria no transporte', 'Produto avariado no transporte'],
    ['prorrogacao de boleto', 'Prorrogação de boleto por atraso na entrega'],
    ['Falta de mercadoria', 'Faltou mercadoria na entrega'],
    ['Esqueci a senha', 'Esqueci minha senha'],
    ['Garantia para consumidor final', 'Como acionar a garantia'],
  ])('start with the right one for "%s", scored above 50', async (subject, title) => {
    const hits = await related(subject);
    expect(hits[0]).toMatchObject({ titulo: title });
    expect(hits[0]?.score).toBeGreaterThan(50);
  });
  it('score no less the more the subject says', async () => {
    const words = 'Avaria no transporte caixa amassada lacre rompido foto enviada ontem'.split(' ');
    const scores: number[] = [];
    for (let count = 1; count <= words.length; count += 1) {
      const hits = await related(words.slice(0, count).join(' '));
      scores.push(hits.find(({ titulo }) => titulo === 'Produto avariado no transporte')?.score ?? 0);
    }
    expect(scores[0]).toBeGreaterThan(25);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
  });
  it('are at most five, best first, each scored from 0 to 100', async () => {
    const scores = (await related('Devolução de mercadoria')).map(({ score }) => score);
    expect(scores).toHaveLength(5);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 100)).toBe(true);
    expect(await related('Devolução de mercadoria', 'OPERADOR', '&limit=2')).toHaveLength(2);
  });
  it.each(['xyzzy qwertz', 'de para com', '   ', '% _ \\ \'"'])('are none for "%s"', async (subject) => {
    expect(await related(subject)).toEqual([]);
  });
  it('exclude internal ones for consumers, in the list and by number', async () => {
    const subject = 'Divergência na conferência';
    const [internal] = await related(subject);
    expect(internal?.titulo).toBe(subject);
    expect((await related(subject, 'CONSUMIDOR_FINAL')).map(({ titulo }) => titulo)).not.toContain(subject);
    const [foreign, unknown] = [
      await get(`artigos/${internal?.id}`, 'CONSUMIDOR_FINAL'),
      await get('artigos/99999', 'CONSUMIDOR_FINAL'),
    ];
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NAO_ENCONTRADO']);
    expect(foreign.body.error).toBe(unknown.body.error);
  });
  it('are returned as HTML', async () => {
    const [hit] = await related('Como devolver');
    const { body } = await get(`artigos/${hit?.id}`);
    expect(body.data).toMatchObject({ id: hit?.id, titulo: hit?.titulo });
    expect(body.data.conteudo).toContain('<ol><li>');
  });

  describe('paginated list', () => {
    it('sorts by title in Portuguese order, with type and beginning of the text', async () => {
      const { body } = await get('artigos-paginados?take=100');
      const titles = body.itens.map(({ titulo }: ArticleRow) => titulo);
      expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'pt-BR')));
      expect(body.paginator.total).toBe(titles.length);
      expect(body.itens[0]).toMatchObject({ score: null, tipo: { desc: expect.any(String) } });
      const second = (await get('artigos-paginados?take=10&page=2')).body;
      expect(second.itens.map(({ titulo }: ArticleRow) => titulo)).toEqual(titles.slice(10, 20));
      expect(second.paginator).toMatchObject({ current_page: 2, per_page: 10 });
    });
    it('sorts search results by relevance and filters by type', async () => {
      const { itens } = (await get(`artigos-paginados?q=${encodeURIComponent('boleto prorrogação')}`)).body;
      const scores = itens.map(({ score }: ArticleRow) => score);
      expect(scores.length).toBeGreaterThan(1);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      const [kind] = (await get('tipos')).body;
      const ofKind = (await get(`artigos-paginados?tipo=${kind.id}&take=100`)).body.itens;
      expect(new Set(ofKind.map(({ tipo }: ArticleRow) => tipo?.id))).toEqual(new Set([kind.id]));
      expect((await get('artigos-paginados?q=de%20para')).body.itens).toEqual([]);
    });
    it('excludes internal articles for consumers', async () => {
      const staff = (await get('artigos-paginados?take=100')).body.paginator.total;
      const { itens, paginator } = (await get('artigos-paginados?take=100', 'CONSUMIDOR_FINAL')).body;
      expect(paginator.total).toBe(itens.length);
      expect(itens.length).toBeLessThan(staff);
      expect(itens.map(({ titulo }: ArticleRow) => titulo)).not.toContain('Divergência na conferência');
    });
  });
});

describe('search words of a subject', () => {
  it('exclude stop words and duplicates', () => {
    expect(subjectWords('O que fazer com a Avaria, a avaria e o boleto?')).toEqual([
      'fazer',
      'avaria',
      'boleto',
    ]);
  });
});
