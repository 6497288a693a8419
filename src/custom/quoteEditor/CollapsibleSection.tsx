import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { Section } from '../../ui/components/detail/Section.tsx';
import { KeepMounted } from '../../ui/components/frame/KeepMounted.tsx';

interface FoldedProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** True on a phone, where a quote of thirty lines must stay a short page. */
export const useIsPhone = () =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });

/** A section that is always open beside the lines, but on a phone is opened by its title. */
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
