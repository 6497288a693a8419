import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { CopyButton } from '../../../ui/components/display/CopyButton.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The one moment in which they are seen. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Stack spacing={4}>
      <Alert severity="warning">
        Guarde estes códigos agora, fora do celular: eles não são mostrados de novo. Com cada um você entra
        uma vez, se perder o aparelho.
      </Alert>
      <Box
        component="ul"
        aria-label="Códigos de recuperação"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
          gap: 2,
        }}
      >
        {codes.map((code) => (
          <Box key={code} component="li">
            <code style={{ fontSize: 15 }}>{code}</code>
          </Box>
        ))}
      </Box>
      <Stack direction="row" sx={{ gap: 3, alignItems: 'center' }}>
        <CopyButton text={codes.join('\n')} label="Copiar os códigos" />
        <Button startIcon={<PrintOutlined />} onClick={() => print(codes)}>
          Imprimir
        </Button>
      </Stack>
      <Button variant="contained" onClick={onDone}>
        Já guardei os códigos
      </Button>
    </Stack>
  );
}

/** The codes alone on a sheet: a frame of their own, gone once the paper is on its way. */
function print(codes: readonly string[]) {
  const frame = document.createElement('iframe');
  frame.title = 'Códigos de recuperação';
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0';
  document.body.append(frame);
  const { contentWindow: sheet, contentDocument: page } = frame;
  if (!sheet || !page) return;
  const title = page.createElement('h1');
  title.textContent = `Códigos de recuperação · ${location.host}`;
  const list = page.createElement('pre');
  list.textContent = codes.join('\n');
  page.body.append(title, list);
  sheet.addEventListener('afterprint', () => frame.remove());
  sheet.print();
}
