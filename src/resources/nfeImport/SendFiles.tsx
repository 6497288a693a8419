import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { formatCount } from '../../../contract/rules/formatCount.ts';
import { Section } from '../../ui/components/detail/Section.tsx';
import { DropZone } from '../../ui/components/files/DropZone.tsx';
import { sortFiles } from '../../ui/components/files/fileRules.ts';
import { useSendFiles } from './useSendFiles.ts';

const ACCEPT = ['.xml', '.zip'];
const MOST_FILES = 5_000;
const MOST_BYTES = 200 * 1024 * 1024;
const SHOWN = 10;

/** Where files and ZIPs are dropped, many at once. */
export function SendFiles() {
  const { sending, problems, setProblems, send, cancel } = useSendFiles();
  const take = (files: readonly File[]) => {
    const { accepted, refused } = sortFiles(files, 0, {
      accept: ACCEPT,
      maxCount: MOST_FILES,
      maxFileBytes: MOST_BYTES,
    });
    const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`);
    if (accepted.length === 0) setProblems(reasons);
    else void send(accepted).then(() => setProblems((before) => [...reasons, ...before]));
  };
  return (
    <Section
      title="Arquivos"
      description="XML autorizado pela SEFAZ (procNFe), eventos de cancelamento, e ZIPs deles. As notas que suas filiais emitiram viram notas, clientes e produtos; o que já está no Balcão não é mudado."
    >
      <DropZone
        label="Arquivos XML e ZIP"
        accept={ACCEPT}
        hint="Muitos XMLs ou ZIPs de uma vez, até 200 MB cada"
        isFull={sending !== null}
        onFiles={take}
        pasteAnywhere={false}
      >
        {sending && (
          <Box role="status" sx={{ display: 'grid', gap: 1 }}>
            <Typography variant="body2">
              {`Enviando ${sending.done} de ${formatCount(sending.of, 'arquivo', 'arquivos')}…`}
            </Typography>
            <LinearProgress
              aria-label="Envio dos arquivos"
              variant="determinate"
              value={(sending.done / sending.of) * 100}
            />
            <Button size="small" onClick={cancel} sx={{ justifySelf: 'start' }}>
              Parar o envio
            </Button>
          </Box>
        )}
      </DropZone>
      <div role="alert">
        {problems.length > 0 && (
          <Alert severity="error" sx={{ mt: 3, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {[
              ...problems.slice(0, SHOWN),
              ...(problems.length > SHOWN ? [`e mais ${problems.length - SHOWN}.`] : []),
            ].join('\n')}
          </Alert>
        )}
      </div>
    </Section>
  );
}
