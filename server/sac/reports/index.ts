import { reportRoutes } from '../../../contract/sac/reports.ts';
import { implement } from '../../implement.ts';
import { reportCards, reportForm, reportParameters } from './cards.ts';

const { list, parameters, form } = reportRoutes;

export const reportImplementation = implement(
  { list, parameters, form },
  { list: reportCards, parameters: reportParameters, form: reportForm },
);
