import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonType } from '#contract/permissions.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { reportTickets } from '#server/db/tables/index.ts';
import { viewerPage } from '#server/sac/reportDesk/viewerPage.ts';
import { CLOCK_OFF } from '#server/session/lifetime.ts';
import { KEY, type ReportFixture, reportFixture } from './reportFixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.server.close());

const FILTERS = { periodo: { inicio: '2026-10-01', fim: '2026-10-31' } };
const ask = (who: PersonType, body: object = { filtros: FILTERS }, key = KEY) =>
  fixture.server.call('POST', `/sac/relatorios/${key}/bilhete`, { token: fixture.tokens[who], body });
const open = (address: string, token?: string) =>
  fixture.server.call('GET', address, { ...(token && { token }) });
const EXPIRED = 'Este endereço não vale mais';

describe('embedded report viewer', () => {
  it('has no ticket without permission, for an unknown report or with wrong filters', async () => {
    expect((await ask('CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await ask('SUPERVISOR', {}, 'nenhum')).status).toBe(404);
    const wrong = await ask('SUPERVISOR', { filtros: { periodo: { inicio: '2026-10-31' } } });
    expect([wrong.status, await fixture.server.deps.db.$count(reportTickets)]).toEqual([422, 0]);
  });

  it('opens once, within a minute, in the session that asked, for its report', async () => {
    const { bilhete, endereco } = (await ask('SUPERVISOR')).body.data;
    const stored = JSON.stringify(await fixture.server.deps.db.select().from(reportTickets));
    expect(stored).not.toContain(bilhete);
    const other = await fixture.server.sessionOf(fixture.people.SUPERVISOR);
    await fixture.publish({ id: 'outro' });
    const misuses = [
      await open(endereco),
      await open(endereco, fixture.tokens.ADMIN),
      await open(endereco, other),
      await open(endereco.replace(KEY, 'outro'), fixture.tokens.SUPERVISOR),
      await open(endereco.replace(bilhete, 'x'), fixture.tokens.SUPERVISOR),
    ];
    for (const { body } of misuses) expect(body).toContain(EXPIRED);
    const first = await open(endereco, fixture.tokens.SUPERVISOR);
    expect(first.body).not.toContain(EXPIRED);
    expect((await open(endereco, fixture.tokens.SUPERVISOR)).body).toContain(EXPIRED);
    const late = (await ask('SUPERVISOR')).body.data;
    fixture.server.advance(60_000 + CLOCK_OFF);
    expect((await open(late.endereco, fixture.tokens.SUPERVISOR)).body).toContain(EXPIRED);
  });

  it('opens once under two concurrent requests', async () => {
    const { endereco } = (await ask('SUPERVISOR')).body.data;
    const both = await Promise.all([1, 2].map(() => open(endereco, fixture.tokens.SUPERVISOR)));
    expect(both.filter(({ body }) => body.includes(EXPIRED))).toHaveLength(1);
  });

  it('is a page without scripts that only our own pages can frame', async () => {
    const { endereco } = (await ask('SUPERVISOR')).body.data;
    const { headers, body, status } = await open(endereco, fixture.tokens.SUPERVISOR);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    for (const part of ["default-src 'none'", "frame-ancestors 'self'", 'sandbox'])
      expect(policy).toContain(part);
    expect(policy).not.toContain('script-src');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toMatch(/<script|onload=|javascript:|style="/i);
  });

  it('shows typed text as text, numbers in Brazilian format, and that rows are missing', () => {
    const result: ReportResult = {
      execucao: 1,
      titulo: '<b>Título</b>',
      filtros: 'Produto: <img src=x>',
      colunas: [
        { campo: 'motivo', titulo: 'Motivo', tipo: 'TEXTO' },
        { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', total: 'SOMA' },
      ],
      linhas: [
        ['<script>alert(1)</script>', '1234.5'],
        ['Avaria & falta', '10'],
      ],
      totais: { valor: '1244.5' },
      detalhe: null,
      avisos: ['Agora: 01/11/2026 a 30/11/2026.'],
      cortado: true,
      limite: 2,
      milissegundos: 10,
      gerado: '2026-11-21T17:32:00.000Z',
      grafico: { tipo: 'BARRAS', eixo: 'motivo', series: ['valor'] },
    };
    const page = String(viewerPage({ setHeader: () => {} }, result, 'America/Sao_Paulo').content);
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain('R$\u00a01.244,50');
    expect(page).toContain('Resultado cortado');
    expect(page).toContain('Agora: 01/11/2026 a 30/11/2026.');
    expect(page).toContain('gerado em 21/11/2026 14:32');
    expect(page).toContain('<rect width="100%"');
  });
});
