import { cpfCheckDigits } from '../../../../contract/rules/documents.ts';

/** What this run makes: another one on the same console must not meet it. */
export interface RunNames {
  field: string;
  fieldKey: string;
  report: string;
  file: string;
  customer: string;
  cpf: string;
}

export function namesOfRun(): RunNames {
  const digits = String(Date.now()).slice(-9);
  return {
    field: `Canal de venda ${digits}`,
    fieldKey: `canal${digits}`,
    report: `Motivos por representante ${digits}`,
    file: `deixado-${digits}`,
    customer: `Dalva Pereira ${digits}`,
    cpf: `${digits}${cpfCheckDigits(digits)}`,
  };
}
