import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { implement } from '../../implement.ts';

export const serviceRecordImplementation = implement(serviceRecordRoutes, {});
