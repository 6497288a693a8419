import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import type { Permission } from '#contract/permissions.ts';
import { type PanelDefinition, panelGroups } from '#contract/rules/panel/panelDefinition.ts';
import type { Content } from '#src/custom/schemaStudio/editorProps.ts';
import { stepsOf, valueAt } from '#src/custom/schemaStudio/jsonPointer.ts';
import {
  absentTabs,
  panelOf,
  withGroupMoved,
  withNewTab,
  withoutGroup,
  withoutTab,
  withTabMoved,
} from '#src/custom/schemaStudio/panels/panelEdits.ts';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { expectNoAxeViolations } from '../../ui/components/support/expectNoAxeViolations.ts';
import { detail, server } from './servedStudio.ts';

jest.setTimeout(120_000);

const AUTHOR: Permission[] = ['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_ESQUEMAS'];
const { $schema: _, ...STANDARD } = JSON.parse(readFileSync('schemas/panels/cliente.json', 'utf8'));
const meta = JSON.parse(readFileSync('schemas/meta/panel.schema.json', 'utf8'));
const BASE = '/config/definicoes/panels';
const own = (fields: object = {}) =>
  detail({ tipo: 'panels', chave: 'cliente', titulo: 'Painel do cliente', publicado: STANDARD, ...fields });

/** The panel as everybody with all rights reads it: the titles of each group in their order. */
const seen = (content: Content) =>
  panelGroups(panelOf(content), () => true).map(({ titulo, abas }) => [
    titulo,
    ...abas.map((tab) => tab.titulo),
  ]);

const registration = (content: Content) => seen(content).find(([title]) => title === 'Cadastro') ?? [];

describe('edits of a panel', () => {
  it('keep every tab once and in a group, whatever is moved, taken out and put back', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            what: fc.constantFrom('tab', 'group', 'out', 'in'),
            at: fc.nat(20),
            by: fc.constantFrom(-1, 1),
          }),
          { maxLength: 40 },
        ),
        (steps) => {
          let content: Content = STANDARD;
          let out = 0;
          for (const { what, at, by } of steps) {
            const before = panelOf(content);
            if (what === 'in') {
              const [first] = absentTabs(content, []);
              const group = before.grupos[at % before.grupos.length]?.chave ?? '';
              if (first) {
                content = withNewTab(content, first.key, group, first.title).content;
                out -= 1;
              }
              continue;
            }
            const edited =
              what === 'tab'
                ? withTabMoved(content, at, by as 1 | -1)
                : what === 'group'
                  ? withGroupMoved(content, at, by as 1 | -1)
                  : before.abas[at] && before.abas.length > 1
                    ? withoutTab(content, at)
                    : null;
            if (!edited) continue;
            if (what === 'out') out += 1;
            content = edited.content;
            // The pointer leads to the same part.
            if (what === 'tab') {
              const index = Number(edited.pointer.split('/')[2]);
              expect(panelOf(content).abas[index]?.chave).toBe(before.abas[at]?.chave);
            }
          }
          const { abas, grupos } = panelOf(content);
          expect(new Set(abas.map(({ chave }) => chave)).size).toBe(abas.length);
          expect(abas.length + out).toBe((STANDARD as PanelDefinition).abas.length);
          const groups = new Set(grupos.map(({ chave }) => chave));
          expect(abas.filter(({ grupo }) => !groups.has(grupo))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('move a tab one place as it is seen, and from the end of a group into the next one', () => {
    const titles = seen(STANDARD);
    const last = panelOf(STANDARD).abas.findIndex(({ titulo }) => titulo === titles[1]?.at(-1));
    const down = withTabMoved(STANDARD, last, 1);
    expect(seen(down?.content ?? {})[2]?.[1]).toBe(titles[1]?.at(-1));
    const back = withTabMoved(down?.content ?? {}, Number(down?.pointer.split('/')[2]), -1);
    expect(seen(back?.content ?? {})).toEqual(titles);
    expect(withoutGroup(STANDARD, 0)).toBeNull();
  });

  it('select the neighbour of a tab that is taken out, and its group after the last one', () => {
    const { grupo } = panelOf(STANDARD).abas.find(({ chave }) => chave === 'pedidos') ?? {};
    const chosen = ({ content, pointer }: { content: Content; pointer: string }) =>
      (valueAt(content, stepsOf(pointer)) as { chave: string }).chave;
    let content: Content = STANDARD;
    for (;;) {
      const inGroup = panelOf(content).abas.flatMap((tab, at) => (tab.grupo === grupo ? [{ tab, at }] : []));
      // The second while there is one, so that the one behind it is next.
      const [gone, next] = inGroup.length > 1 ? inGroup.slice(1) : inGroup;
      const edited = withoutTab(content, gone?.at ?? 0);
      content = edited.content;
      expect(chosen(edited)).toBe(next?.tab.chave ?? (inGroup.length > 1 ? inGroup[0]?.tab.chave : grupo));
      if (inGroup.length === 1) break;
    }
  });
});

describe('panel in the studio', () => {
  beforeEach(() => {
    freshBrowser();
    windowOf(1400);
    server.use(
      ...signedIn(AUTHOR),
      http.get(`${BASE}/cliente`, () => HttpResponse.json({ data: own() })),
      http.get('/config/meta-esquemas/panels', () => HttpResponse.json(meta)),
      http.post(`${BASE}/verificar`, () =>
        HttpResponse.json({ problemas: [], mudancas: [], conteudo: null }),
      ),
      http.put(`${BASE}/cliente/rascunho`, async ({ request }) => {
        const { conteudo, versao } = (await request.json()) as { conteudo: Content; versao: number };
        return HttpResponse.json({
          data: own({ rascunho: conteudo, versao: versao + 1, temRascunho: true }),
        });
      }),
    );
  });
  const saved = async () => {
    const request = requests.findLast(({ method }) => method === 'PUT');
    return ((await request?.json()) as { conteudo: Content } | undefined)?.conteudo;
  };

  it('moves by keys what has the focus, not what is selected', async () => {
    const user = userEvent.setup();
    renderApp('/configuracao/panels/cliente');
    const group = within(await screen.findByRole('region', { name: 'Cadastro' }));
    await user.click(await group.findByRole('button', { name: 'Logística' }));
    group.getByRole('button', { name: 'Dados Cadastrais' }).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(screen.getByText('Dados Cadastrais agora é a 2ª de 3 em Cadastro.')).toBeInTheDocument();
    expect(group.getByRole('button', { name: 'Dados Cadastrais' })).toHaveFocus();
  });

  it('selects a group after one that is taken out', async () => {
    const user = userEvent.setup();
    renderApp('/configuracao/panels/cliente');
    const before = (await screen.findAllByRole('region')).length;
    await user.click(await screen.findByRole('button', { name: 'Grupo' }));
    expect(screen.getAllByRole('region').length).toBeGreaterThan(before);
    expect(screen.getByRole('button', { name: /^Grupo novo/ })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Retirar' }));
    expect(screen.queryByRole('button', { name: /^Grupo novo/ })).not.toBeInTheDocument();
    expect(document.activeElement).toHaveAttribute('aria-current', 'true');
  });

  it('is ordered, hidden and extended by clicks and keys', async () => {
    const user = userEvent.setup();
    const { container } = renderApp('/configuracao/panels/cliente');
    const group = within(await screen.findByRole('region', { name: 'Cadastro' }));
    const tab = await group.findByRole('button', { name: 'Logística' });
    await user.click(tab);
    await user.click(screen.getByRole('button', { name: 'Antes' }));
    await waitFor(async () =>
      expect(registration((await saved()) ?? {}).slice(1, 4)).toEqual([
        'Dados Cadastrais',
        'Logística',
        'Informações Adicionais',
      ]),
    );
    expect(screen.getByText('Logística agora é a 2ª de 3 em Cadastro.')).toBeInTheDocument();
    // The moved tab keeps the focus, so that the next key moves it on.
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(async () => expect(registration((await saved()) ?? {})[1]).toBe('Logística'));
    const properties = within(screen.getByRole('region', { name: 'Aba: Logística' }));
    await user.click(properties.getByRole('switch', { name: /^Oculta/ }));
    await waitFor(async () =>
      expect(panelOf((await saved()) ?? {}).abas.find(({ chave }) => chave === 'logistica')?.oculta).toBe(
        true,
      ),
    );
    await expectNoAxeViolations(container);
    await user.click(screen.getByRole('button', { name: 'Retirar' }));
    const neighbour = group.getByRole('button', { name: 'Dados Cadastrais' });
    expect(neighbour).toHaveFocus();
    expect(neighbour).toHaveAttribute('aria-current', 'true');
    await user.click(screen.getByRole('button', { name: 'Aba' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logística' }));
    await waitFor(async () => {
      const { abas } = panelOf((await saved()) ?? {});
      expect(abas.at(-1)).toEqual({
        ...{ chave: 'logistica', titulo: 'Logística', icone: 'LocalShipping', grupo: 'cadastro' },
        permissoes: ['CLIENTE_LOGISTICA'],
      });
    });
  });
});
