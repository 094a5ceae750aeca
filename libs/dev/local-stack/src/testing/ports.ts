/** A port for each service, of suites that are only described. */
export const ports = {
  gateway: 8080,
  identity: 8081,
  accounts: 8082,
  'hazards-events': 8083,
  'personnel-org': 8084,
  training: 8085,
};
