import { styled } from '@mui/material/styles';
import { useCallback, useEffect, useState } from 'react';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { call } from '#data/call.ts';
import { fullAddress } from '#data/http.ts';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { Failure } from '#ui/shell/states/StateMessage.tsx';

interface EmbeddedReportProps {
  idRelatorio: string;
  titulo: string;
  /** Must be a stable reference: a new object requests another page. */
  filtros: FilterValues;
}

/** A report embedded as its own page. Its address can be opened only once, so each display requests a new one-time ticket. */
export function EmbeddedReport({ idRelatorio, titulo, filtros }: EmbeddedReportProps) {
  const { address, error, retry } = useTicket(idRelatorio, filtros);
  const [shown, setShown] = useState<string | null>(null);
  if (error !== undefined) return <Failure answer={{ error, refetch: retry }} />;
  return (
    <Frame>
      {(address === null || shown !== address) && <p role="status">CARREGANDO</p>}
      {address !== null && (
        <iframe
          key={address}
          title={titulo}
          src={fullAddress(address)}
          sandbox=""
          referrerPolicy="no-referrer"
          onLoad={() => setShown(address)}
        />
      )}
    </Frame>
  );
}

function useTicket(idRelatorio: string, filtros: FilterValues) {
  const [address, setAddress] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry sends the request again
  useEffect(() => {
    const leaving = new AbortController();
    setAddress(null);
    setError(undefined);
    call(reportRoutes.ticket, { params: { idRelatorio }, body: { filtros } }, { signal: leaving.signal })
      .then(({ data }) => setAddress(data.endereco))
      .catch((failure: unknown) => {
        if (!leaving.signal.aborted) setError(failure);
      });
    return () => leaving.abort();
  }, [idRelatorio, filtros, attempt]);
  return { address, error, retry: useCallback(() => setAttempt((before) => before + 1), []) };
}

const Frame = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    position: 'relative',
    height: 'min(78dvh, 900px)',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    overflow: 'hidden',
    backgroundColor: components.superficie,
    '& iframe': { display: 'block', width: '100%', height: '100%', border: 0 },
    '& p': {
      position: 'absolute',
      inset: 0,
      display: 'grid',
      placeContent: 'center',
      margin: 0,
      letterSpacing: '0.08em',
      color: components.textoSecundario,
      backgroundColor: components.superficie,
    },
  };
});
