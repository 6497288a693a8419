import AddBusinessOutlined from '@mui/icons-material/AddBusinessOutlined';
import AddOutlined from '@mui/icons-material/AddOutlined';
import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined';
import LogoutOutlined from '@mui/icons-material/LogoutOutlined';
import SchemaOutlined from '@mui/icons-material/SchemaOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import { useColorScheme } from '@mui/material/styles';
import { useLogout } from 'ra-core';
import type { ReactNode } from 'react';
import { DEFINITION_KINDS, definitionKinds } from '#contract/rules/definitions/definition.ts';
import { ticketWording } from '#data/session.ts';
import { useRegistration } from '#src/resources/customers/shared/useRegistration.ts';
import { useTicketWizard } from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { useScreens } from '#ui/shell/screens.ts';
import { Keys } from '#ui/shell/shortcuts/Keys.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { ShellEntry } from '../screens.ts';
import { useOwnDashboards } from '../useMenuDashboards.ts';
import { useShellEntries } from '../useShellEntries.tsx';

export type CommandGroup =
  | 'Recentes'
  | 'Telas'
  | 'Ações'
  | 'Tickets'
  | 'Clientes'
  | 'Orçamentos e pedidos'
  | 'Cadastros';

/** A line of the palette: opens a page or runs an action. */
export interface Command {
  /** Unique among all commands, e.g. 'ticket-812'. */
  id: string;
  group: CommandGroup;
  label: string;
  /** Secondary text, in grey. */
  detail?: string | undefined;
  /** Other words by which people search for it. */
  words?: string;
  icon: ReactNode;
  /** Shown at the end of the line: a chip or the shortcut. */
  end?: ReactNode;
  act: { to: string } | { run: () => void };
  /** What Shift+Enter does instead. */
  also?: { label: string; run: () => void };
}

/** Removes accents and capitals letter by letter, so that positions in the result match positions in the text. */
const fold = (text: string): string =>
  [...text].map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase()).join('');

const wordsOf = (term: string): string[] => fold(term).split(/\s+/).filter(Boolean);

/** Whether each word of the term is the beginning of a word in the text. */
export function matchesTerm(text: string, term: string): boolean {
  const folded = ` ${fold(text)}`;
  return wordsOf(term).every((word) => folded.includes(` ${word}`));
}

/** Whether the text begins with what was typed. */
export const beginsWith = (text: string, term: string): boolean => fold(text).startsWith(fold(term.trim()));

interface Piece {
  text: string;
  marked: boolean;
}

/** The text split into pieces, with the matches of the term's words marked. */
export function highlightMatches(text: string, term: string): Piece[] {
  const folded = fold(text);
  // A character of two code units would shift every position after it.
  if (folded.length !== text.length) return [{ text, marked: false }];
  const hit = new Array<boolean>(text.length).fill(false);
  for (const word of wordsOf(term))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      hit.fill(true, at, at + word.length);
  const pieces: Piece[] = [];
  for (const [at, letter] of [...text].entries()) {
    const last = pieces.at(-1);
    if (last && last.marked === hit[at]) last.text += letter;
    else pieces.push({ text: letter, marked: hit[at] ?? false });
  }
  return pieces;
}

const MODES = [
  ['light', 'Usar o tema claro'],
  ['dark', 'Usar o tema escuro'],
  ['system', 'Usar o tema do sistema'],
] as const;

/** The screens that this person may open, and the actions available everywhere. */
export function useOwnCommands(showShortcuts: () => void): Command[] {
  const { groups, account } = useShellEntries();
  const { can } = useCan();
  const screens = useScreens();
  const { available, openTicketWizard } = useTicketWizard();
  const { mayRegister, register } = useRegistration();
  const { mode, setMode } = useColorScheme();
  const logout = useLogout();
  const entries = [...groups.flatMap((group) => group.entries), ...account];
  // Those of the menu are among the entries.
  const dashboards = (useOwnDashboards() ?? []).filter(({ menu }) => !menu);
  const action = (
    id: string,
    label: string,
    icon: Command['icon'],
    run: () => void,
    words = '',
  ): Command => ({
    id,
    group: 'Ações',
    label,
    icon,
    words,
    act: { run },
  });
  return [
    ...entries.map(screenCommand),
    ...dashboards.map(
      ({ id, titulo }): Command => ({
        id: `painel-${id}`,
        group: 'Telas',
        label: `Painel: ${titulo}`,
        words: 'dashboard indicadores',
        icon: <SpaceDashboardOutlined />,
        act: { to: `/paineis/${id}` },
      }),
    ),
    ...(available && can('TICKETS_CRIAR')
      ? [
          action(
            'novo-ticket',
            ticketWording('Novo ticket'),
            <AddOutlined />,
            openTicketWizard,
            'abrir criar',
          ),
        ]
      : []),
    ...(mayRegister
      ? [
          action(
            'cadastrar-cliente',
            'Cadastrar cliente',
            <AddBusinessOutlined />,
            () => register(),
            'novo criar cadastro empresa pessoa cnpj cpf',
          ),
        ]
      : []),
    ...(screens.has('/coletas') && can('COLETAS_GERAR')
      ? [
          {
            ...action('gerar-coletas', 'Gerar coletas', <LocalShippingOutlined />, () => {}, 'ordem coleta'),
            act: { to: '/coletas/gerar' },
          },
        ]
      : []),
    ...(screens.has('/configuracao')
      ? DEFINITION_KINDS.filter((kind) => can(definitionKinds[kind].permission)).map(
          (kind): Command => ({
            ...action(
              `estudio-${kind}`,
              `Estúdio: ${definitionKinds[kind].plural}`,
              <SchemaOutlined />,
              () => {},
            ),
            words: 'configurar editar publicar versão rascunho',
            group: 'Telas',
            act: { to: `/configuracao/${kind}` },
          }),
        )
      : []),
    ...MODES.filter(([value]) => value !== mode).map(([value, label]) =>
      action(`tema-${value}`, label, <ContrastOutlined />, () => setMode(value), 'cores aparência'),
    ),
    {
      ...action('atalhos', 'Ver os atalhos do teclado', <KeyboardOutlined />, showShortcuts, 'teclas ajuda'),
      end: <Keys keys="?" />,
    },
    action('sair', 'Sair', <LogoutOutlined />, () => logout(), 'encerrar sessão logout'),
  ];
}

const screenCommand = ({ path, plural, icon: Icon, keys }: ShellEntry): Command => ({
  id: path,
  group: 'Telas',
  label: plural,
  words: 'ir tela abrir',
  icon: <Icon />,
  ...(keys && { end: <Keys keys={keys} /> }),
  act: { to: path },
});
