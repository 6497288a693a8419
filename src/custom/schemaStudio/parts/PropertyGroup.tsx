import ExpandMore from '@mui/icons-material/ExpandMore';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';

interface PropertyGroupProps {
  /** The kind of part: 'Etapa'. */
  kind: string;
  title: string;
  pointer: string;
  children: ReactNode;
}

/** The properties of one part, under its title. */
export function PropertyGroup({ kind, title, pointer, children }: PropertyGroupProps) {
  return (
    <section
      aria-label={`${kind}: ${title}`}
      data-pointer={pointer}
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 14 }}
    >
      <div>
        <Typography variant="caption" component="p" color="text.secondary">
          {kind}
        </Typography>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      </div>
      {children}
    </section>
  );
}

interface PartsLayoutProps {
  /** Notices that must be seen whichever part is selected. */
  notices?: ReactNode;
  /** All parts as a list, including those that the picture does not show. */
  parts: ReactNode;
  /** The properties of the selected part, or of the whole while none is selected. */
  properties: ReactNode;
}

/** The properties of the part selected in the picture; the list of all parts is shown on request. */
export function PartsLayout({ notices, parts, properties }: PartsLayoutProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, alignContent: 'start' }}>
      {/* Placed above the notices, which appear when the checks are done and would push it away from the pointer. */}
      <Button
        size="small"
        startIcon={<ListAltOutlined />}
        endIcon={<ExpandMore sx={{ transform: open ? 'rotate(180deg)' : undefined }} />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{ justifySelf: 'start' }}
      >
        Todas as partes
      </Button>
      {notices}
      <div id={id} hidden={!open}>
        {open && parts}
      </div>
      <div>{properties}</div>
    </div>
  );
}
