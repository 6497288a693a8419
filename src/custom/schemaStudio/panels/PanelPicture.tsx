import AddOutlined from '@mui/icons-material/AddOutlined';
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useOwnTypes } from '#src/resources/records/shared/useOwnTypes.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import type { PreviewProps } from '../editorProps.ts';
import { indexIn } from '../jsonPointer.ts';
import { useOnceDrawn } from '../parts/PartsList.tsx';
import { PictureTools } from '../preview/FieldPicker.tsx';
import {
  absentTabs,
  type Edited,
  panelOf,
  tabsOfGroup,
  withGroupMoved,
  withNewGroup,
  withNewTab,
  withoutGroup,
  withoutTab,
  withTabMoved,
} from './panelEdits.ts';

/**
 * The menu of the panel as everybody with all rights sees it. What has the focus moves with Alt and the arrow keys, and what is
 * selected by the buttons above; a tab at the end of its group goes on to the next group.
 */
export function PanelPicture({ value, onChange, readOnly = false, place, onPlace }: PreviewProps) {
  const panel = panelOf(value);
  const tabAt = indexIn('/abas', place?.pointer);
  const groupAt = indexIn('/grupos', place?.pointer);
  const [said, setSaid] = useState('');
  const ground = useRef<HTMLDivElement>(null);
  const onceDrawn = useOnceDrawn();
  const put = (edited: Edited | null, words = '') => {
    if (!edited) return;
    onceDrawn(() => ground.current?.querySelector<HTMLElement>('[aria-current]')?.focus());
    onChange(edited.content);
    onPlace?.(edited.pointer);
    setSaid(words);
  };
  const moved = (pointer: string | undefined, by: -1 | 1): Edited | null => {
    if (readOnly) return null;
    const tab = indexIn('/abas', pointer);
    const group = indexIn('/grupos', pointer);
    if (tab !== null) return withTabMoved(value, tab, by);
    return group === null ? null : withGroupMoved(value, group, by);
  };
  const move = (pointer: string | undefined, by: -1 | 1) => {
    const edited = moved(pointer, by);
    put(edited, edited ? wordsOf(edited) : '');
  };
  const removed =
    tabAt !== null ? withoutTab(value, tabAt) : groupAt !== null ? withoutGroup(value, groupAt) : null;
  /** A part that is selected by a press and moved by keys, which move what has the focus, selected or not. */
  const part = (pointer: string, isChosen: boolean) => ({
    type: 'button' as const,
    'aria-current': isChosen || undefined,
    'aria-keyshortcuts': readOnly ? undefined : 'Alt+ArrowUp Alt+ArrowDown',
    onClick: () => onPlace?.(pointer),
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
      if (!event.altKey || !by) return;
      event.preventDefault();
      move(pointer, by);
    },
  });
  const group =
    panel.grupos[groupAt ?? panel.grupos.findIndex(({ chave }) => chave === panel.abas[tabAt ?? -1]?.grupo)];
  return (
    <>
      {!readOnly && (
        <PictureTools
          adds={[]}
          onMove={(by) => move(place?.pointer, by)}
          mayMove={(by) => moved(place?.pointer, by) !== null}
          remove={removed ? { label: 'Retirar', onRemove: () => put(removed, 'Retirada.') } : undefined}
        >
          <AddTab
            value={value}
            onAdd={(key, title) =>
              put(
                withNewTab(value, key, (group ?? panel.grupos[0])?.chave ?? '', title),
                `${title} entrou no fim do grupo.`,
              )
            }
          />
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => put(withNewGroup(value), 'Grupo incluído.')}
          >
            Grupo
          </Button>
        </PictureTools>
      )}
      <Rail ref={ground}>
        {panel.grupos.map(({ chave, titulo }, index) => (
          <section key={chave} aria-label={titulo}>
            <button {...part(`/grupos/${index}`, groupAt === index)} className="group">
              {titulo || 'Sem título'}
            </button>
            {tabsOfGroup(panel, chave).map(({ tab, index: at }) => (
              <button
                key={tab.chave}
                {...part(`/abas/${at}`, tabAt === at)}
                className={tab.oculta ? 'tab hidden' : 'tab'}
              >
                <CatalogIcon name={tab.icone} size={18} />
                <span>{tab.titulo || 'Sem título'}</span>
                {tab.oculta && <VisibilityOffOutlined fontSize="small" titleAccess="Oculta" />}
              </button>
            ))}
          </section>
        ))}
      </Rail>
      <span role="status" style={UNSEEN}>
        {said}
      </span>
    </>
  );
}

/** Where the moved part stands now. */
function wordsOf({ content, pointer }: Edited): string {
  const panel = panelOf(content);
  const groupAt = indexIn('/grupos', pointer);
  if (groupAt !== null)
    return `${panel.grupos[groupAt]?.titulo} agora é o ${groupAt + 1}º grupo de ${panel.grupos.length}.`;
  const at = indexIn('/abas', pointer);
  const tab = panel.abas[at ?? -1];
  if (!tab) return '';
  const siblings = tabsOfGroup(panel, tab.grupo);
  const group = panel.grupos.find(({ chave }) => chave === tab.grupo)?.titulo ?? '';
  return `${tab.titulo} agora é a ${siblings.findIndex(({ index }) => index === at) + 1}ª de ${siblings.length} em ${group}.`;
}

interface AddTabProps {
  value: PreviewProps['value'];
  onAdd: (key: Parameters<typeof withNewTab>[1], title: string) => void;
}

function AddTab({ value, onAdd }: AddTabProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useOwnTypes();
  const types = data?.itens ?? [];
  const absent = absentTabs(
    value,
    types.filter(({ noPainelDoCliente }) => noPainelDoCliente !== null),
  );
  return (
    <>
      <Button
        size="small"
        startIcon={<AddOutlined />}
        disabled={absent.length === 0}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Aba
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {absent.map(({ key, title }) => (
          <MenuItem
            key={key}
            onClick={() => {
              setAnchor(null);
              onAdd(key, title);
            }}
          >
            {title}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const UNSEEN = {
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: 1,
  height: 1,
  overflow: 'hidden',
} as const;

const Rail = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    maxWidth: 320,
    display: 'grid',
    gap: 12,
    '& section': { display: 'grid', gap: 2 },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      gap: 10,
      minHeight: 36,
      padding: '4px 10px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      color: components.texto,
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      '&:hover': { backgroundColor: components.realce },
      '&[aria-current]': { backgroundColor: components.selecionado },
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& .tab > span': { flex: 1, minWidth: 0 },
    '& .group': { fontSize: 12, fontWeight: 600, color: components.textoSecundario },
    '& .hidden': { color: components.textoFraco },
  };
});
