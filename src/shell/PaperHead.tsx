import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { type Brand, brandRoutes } from '#contract/config/brand.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad, ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { logoStyle } from '#ui/components/display/logoStyle.ts';
import { usePrintedBranch } from '#ui/shell/paperBranch.ts';
import { usePerson } from '#ui/shell/usePerson.ts';
import { SCHEME_ATTRIBUTE } from '#ui/theme/theme.tsx';

/**
 * The head of whatever is printed, page or dialog: the company's or branch's brand, when and by whom. It stands before the
 * page, because an open dialog is printed in its place, and is always drawn, because a picture that is fetched while the
 * paper is laid out would be missing.
 */
export function PaperHead() {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('div');
    document.body.prepend(element);
    setPlace(element);
    return () => element.remove();
  }, []);
  const printedAt = usePrintedAt();
  const person = usePerson();
  const branches = currentInitialLoad()?.filiais ?? [];
  const branch = usePrintedBranch() ?? (branches.length === 1 ? branches[0]?.idFil : undefined);
  const query = branch === undefined ? {} : { filial: branch };
  const { data } = useRoute(brandRoutes.brand, { query }, { staleTime: Number.POSITIVE_INFINITY });
  const brand = data?.data;
  const printed = `Impresso em ${formatDateTime(printedAt, ownZone())} · por ${person?.name}`;
  usePaperFoot(brand && person && `${brand.nome} · ${printed}`);
  if (!place || !brand || !person) return null;
  return createPortal(<Head brand={brand} printed={printed} />, place);
}

const Head = ({ brand, printed }: { brand: Brand; printed: string }) => (
  <Paper data-paper-head style={{ borderBottomColor: brand.cor }}>
    {brand.logo && <img src={brand.logo} alt="" style={logoStyle(brand)} />}
    <div>
      <strong>{brand.nome}</strong>
      {brand.cnpj && <span>{`${brand.razSoc} · CNPJ\u00a0${formatDocument(brand.cnpj)}`}</span>}
      {brand.endereco && <span>{brand.endereco}</span>}
    </div>
    <small>{printed}</small>
  </Paper>
);

const Paper = styled('div')({
  display: 'none',
  '@media print': {
    display: 'flex',
    alignItems: 'center',
    gap: '4mm',
    marginBottom: '4mm',
    paddingBottom: '2mm',
    borderBottom: '2pt solid',
    printColorAdjust: 'exact',
    fontSize: '8.5pt',
    lineHeight: 1.35,
  },
  '& img': { height: '12mm', maxWidth: '45mm', objectFit: 'contain' },
  '& div': { flex: 1, minWidth: 0 },
  '& strong': { display: 'block', fontSize: '11pt' },
  '& span': { display: 'block' },
  '& small': { textAlign: 'right', fontSize: 'inherit' },
});

/** What stands at the foot of every sheet, where print.css has no other way to know it. */
function usePaperFoot(words: string | undefined) {
  useEffect(() => {
    const { style } = document.documentElement;
    if (words) style.setProperty('--printed', JSON.stringify(words));
    return () => void style.removeProperty('--printed');
  }, [words]);
}

/** The time of the latest printing. Paper is light, whatever the scheme of the screen. */
function usePrintedAt(): Date {
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    const query = globalThis.matchMedia?.('print');
    const page = document.documentElement;
    let scheme: string | null = null;
    const onChange = () => {
      if (query.matches) {
        scheme = page.getAttribute(SCHEME_ATTRIBUTE);
        page.setAttribute(SCHEME_ATTRIBUTE, 'light');
        flushSync(() => setPrintedAt(new Date()));
      } else if (scheme !== null) page.setAttribute(SCHEME_ATTRIBUTE, scheme);
    };
    query?.addEventListener('change', onChange);
    return () => query?.removeEventListener('change', onChange);
  }, []);
  return printedAt;
}
