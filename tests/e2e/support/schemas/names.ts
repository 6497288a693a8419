import { cpfCheckDigits } from '#contract/rules/documents.ts';

/** Names used by this run, so that another run on the same console does not conflict with it. */
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
