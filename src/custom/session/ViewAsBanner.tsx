import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { exitViewAs } from '#data/exitViewAs.ts';
import { LOW } from '#ui/theme/windowWidth.ts';

interface ViewAsBannerProps {
  /** Name of the person the console is viewed as. */
  name: string;
  /** ISO instant at which the view ends automatically. */
  until: string;
}

/**
 * Shown over the whole shell while an administrator views it as another person: whose view it is, that it is read-only, and
 * how to leave it.
 */
export function ViewAsBanner({ name, until }: ViewAsBannerProps) {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const timer = setTimeout(exitViewAs, Math.max(0, Date.parse(until) - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <>
      <Strip role="status">
        <VisibilityOutlined fontSize="small" />
        <span>
          Vendo como <strong>{name}</strong> (somente leitura)
        </span>
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          loading={leaving}
          onClick={() => {
            setLeaving(true);
            void exitViewAs();
          }}
        >
          Sair desta visão
        </Button>
      </Strip>
      <Frame aria-hidden />
    </>
  );
}

const Strip = styled('div')(({ theme: { vars, zIndex, breakpoints } }) => ({
  position: 'sticky',
  [LOW]: { position: 'static' },
  top: 56,
  zIndex: zIndex.appBar,
  minHeight: 40,
  padding: '4px 16px',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  fontSize: '0.8125rem',
  backgroundColor: vars.palette.actions.aviso.soft,
  color: vars.palette.actions.aviso.text,
  borderBottom: `1px solid ${vars.palette.components.linha}`,
  '& > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > button': { flex: 'none' },
  [breakpoints.up('sm')]: { '& > span': { whiteSpace: 'nowrap' } },
}));

/** Noticeable at the edge of vision on every page, dialogs included. */
const Frame = styled('div')(({ theme: { vars, zIndex } }) => ({
  position: 'fixed',
  inset: 0,
  zIndex: zIndex.tooltip + 1,
  pointerEvents: 'none',
  border: `3px solid ${vars.palette.actions.aviso.main}`,
}));
