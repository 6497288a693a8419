import { nfeRefusal, type XmlElement } from './xmlTree.ts';

/** What people send beside notes and their events, by the name of the root element. */
const DOCUMENTS: readonly (readonly [root: RegExp, what: string])[] = [
  [/^(enviNFe|ConsReciNFe)$/i, 'o pedido de autorização, que ainda não tem a resposta da SEFAZ'],
  [/^(retEnviNFe|retConsReciNFe|protNFe|retConsSitNFe)$/i, 'a resposta da SEFAZ sem a nota'],
  [/^(evento|envEvento|retEvento|retEnvEvento)$/i, 'um evento sem o registro da SEFAZ'],
  [/^(inutNFe|procInutNFe|retInutNFe)$/i, 'uma inutilização de números'],
  [/^resNFe$|^resEvento$/i, 'só o resumo da nota, da consulta de documentos emitidos contra a empresa'],
  [/^(cteProc|CTe|cteOSProc|CTeOS|GTVe|procEventoCTe|enviCTe)/i, 'um conhecimento de transporte (CT-e)'],
  [/^(mdfeProc|MDFe|enviMDFe|procEventoMDFe)/i, 'um manifesto de carga (MDF-e)'],
  [/^(CompNfse|ConsultarNfse|ListaNfse|nfse|NFSe|DPS|GerarNfse|EnviarLote)/i, 'uma nota de serviço (NFS-e)'],
  [/^(CFe|CFeCanc|envCFe)$/i, 'um cupom fiscal (CF-e SAT)'],
  [/^nf3e|^NF3e/i, 'uma nota de energia elétrica (NF3-e)'],
  [/^(html|rss|feed|svg)$/i, 'uma página, salva no lugar do XML'],
];

/** The refusal of a file that is neither a note nor an event of one, in words that say what it is. */
export function otherDocument({ name, namespace }: XmlElement) {
  if (/^(nfeProc|NFe|procEventoNFe)$/.test(name))
    return nfeRefusal(
      'XML_NAO_E_NFE',
      namespace === ''
        ? 'O XML da nota está sem o endereço do layout (xmlns): foi regravado por outro programa. Peça o arquivo original a quem a emitiu.'
        : `O XML da nota é de um layout que a SEFAZ não usa (${namespace.slice(0, 80)}). Peça o arquivo original a quem a emitiu.`,
    );
  const [, what] = DOCUMENTS.find(([root]) => root.test(name)) ?? [];
  return nfeRefusal(
    'XML_NAO_E_NFE',
    what
      ? `O arquivo é ${what}. Envie o XML autorizado da NF-e ou de um evento dela.`
      : `O XML não é de uma NF-e nem de um evento dela: começa por "${name.slice(0, 60)}".`,
  );
}
