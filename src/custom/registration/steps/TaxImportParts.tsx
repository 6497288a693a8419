import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { normalizeDocument } from '../../../../contract/rules/documents.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { textAt } from '../state/registrationDraft.ts';
import { fieldTitle } from '../state/slices.ts';
import { CNPJ_LENGTH } from '../state/useTaxImport.ts';
import { useWizard } from '../state/wizardContext.ts';

/** Offered once the CNPJ has all its characters. */
export function TaxImportButton() {
  const { draft, taxImport } = useWizard();
  const documento = normalizeDocument(textAt(draft.data, 'documento'));
  return (
    <Button
      variant="outlined"
      startIcon={taxImport.running ? <CircularProgress size={16} color="inherit" /> : <DownloadOutlined />}
      disabled={documento.length < CNPJ_LENGTH}
      // Not disabled meanwhile: the focus would be lost.
      aria-busy={taxImport.running}
      onClick={() => !taxImport.running && taxImport.run(documento)}
    >
      Importar da Receita
    </Button>
  );
}

/** What the import brought, and what it left as it was written. */
export function TaxImportResult() {
  const { taxImport, steps } = useWizard();
  const { result, replaceKept, forget } = taxImport;
  if (!result) return null;
  if (result.state === 'failed')
    return (
      <Alert severity="error" onClose={forget}>
        {result.text}
      </Alert>
    );
  if (result.state === 'unknown')
    return (
      <Alert severity="warning" onClose={forget}>
        Cadastro não encontrado. Confira o CNPJ ou preencha os dados.
      </Alert>
    );
  const kept = result.kept.map((field) => fieldTitle(field, steps)).join(', ');
  return (
    <Alert severity={kept ? 'info' : 'success'} onClose={forget}>
      Dados de {result.name} importados da Receita.
      {kept && (
        <>
          {' '}
          {result.kept.length === 1
            ? '1 campo já preenchido ficou como estava'
            : `${formatCount(result.kept.length, 'campo já preenchido', 'campos já preenchidos')} ficaram como estavam`}
          : {kept}.
          <br />
          <Button size="small" onClick={replaceKept} sx={{ mt: 1, ml: -1 }}>
            Trocar pelos da Receita
          </Button>
        </>
      )}
    </Alert>
  );
}
