import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { Section } from '../../ui/components/detail/Section.tsx';
import { KeptOpen } from '../../ui/components/frame/KeptOpen.tsx';
import { Unfold } from './Unfold.tsx';

interface FoldedProps {
  title: string;
  description?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** True on a phone, where a quote of thirty lines must stay a short page. */
export const useIsPhone = () =>
  useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });

/** A section that is open beside the lines, and on a phone opens by its title. */
export function Folded({ title, description, actions, children }: FoldedProps) {
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  if (!phone)
    return (
      <Section title={title} {...(description && { description })} actions={actions}>
        {children}
      </Section>
    );
  return (
    <Section title={title} dense actions={<Unfold name={title} open={open} onChange={setOpen} />}>
      <KeptOpen open={open} onOpen={() => setOpen(true)}>
        {children}
      </KeptOpen>
    </Section>
  );
}
