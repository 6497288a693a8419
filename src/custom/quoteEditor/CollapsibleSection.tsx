import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { type ReactNode, useState } from 'react';
import { Section } from '#ui/components/detail/Section.tsx';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { useIsPhone } from '#ui/theme/windowWidth.ts';

interface FoldedProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section that is always open beside the lines. On a phone its title opens it, so that thirty lines stay a short page. */
export function CollapsibleSection({ title, description, actions, children }: FoldedProps) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  if (!phone)
    return (
      <Section title={title} {...(description && { description })} actions={actions}>
        {children}
      </Section>
    );
  return (
    <Section title={title} dense actions={<DisclosureButton name={title} open={open} onChange={setOpen} />}>
      <KeepMounted open={open} onOpen={() => setOpen(true)}>
        {children}
      </KeepMounted>
    </Section>
  );
}

interface UnfoldProps {
  /** Name of the section to open: 'Detalhes', 'Mix'. */
  name: string;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** Opens and closes the section below it. */
export const DisclosureButton = ({ name, open, onChange }: UnfoldProps) => (
  <Tooltip title={open ? `Fechar ${name}` : name}>
    <IconButton size="small" aria-label={name} aria-expanded={open} onClick={() => onChange(!open)}>
      <ExpandMoreIcon fontSize="small" sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />
    </IconButton>
  </Tooltip>
);
