// How each generator is got and makes a client of openapi.json, and how that client is compiled and called.
const here = new URL('.', import.meta.url).pathname;
const PYTHON_CLIENT = 'openapi-python-client==0.29.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';
const oneAtATime = { GOFLAGS: '-p=1' };

/**
 * Steps run in a folder of the generator's own, where `openapi.json` is. A generator that `get` cannot have
 * is skipped; a step of `make` or `call` that fails is a failure.
 */
export const generators = [
  {
    name: 'openapi-python-client',
    tools: ['python3'],
    get: [
      ['python3', ['-m', 'venv', 'tools']],
      ['tools/bin/pip', ['--quiet', 'install', PYTHON_CLIENT]],
    ],
    make: [
      [
        'tools/bin/openapi-python-client',
        'generate --path openapi.json --output-path client --meta none --overwrite'.split(' '),
      ],
      ['tools/bin/python', ['-m', 'compileall', '-q', 'client']],
      ['cp', [`${here}call.py`, '.']],
    ],
    call: ['tools/bin/python', ['call.py']],
  },
  {
    name: 'oapi-codegen',
    tools: ['go'],
    get: [['go', ['install', OAPI_CODEGEN], { env: { ...oneAtATime, GOBIN: 'tools' } }]],
    make: [
      ['mkdir', ['-p', 'api', 'call']],
      ['tools/oapi-codegen', '-generate types,client -package api -o api/api.go openapi.json'.split(' ')],
      ['cp', [`${here}call.go`, 'call/main.go']],
      ['sh', ['-c', 'test -f go.mod || go mod init example.org/generated']],
      ['go', ['mod', 'tidy']],
      ['go', ['build', '-o', 'tools/call', './call'], { env: oneAtATime }],
    ],
    call: ['tools/call', []],
  },
  {
    name: 'openapi-generator-java',
    tools: ['java', 'javac', 'mvn'],
    get: [['mvn', ['-q', 'dependency:copy', `-Dartifact=${OPENAPI_GENERATOR}`, '-DoutputDirectory=tools']]],
    make: [
      ['rm', ['-rf', 'client']],
      [
        'sh',
        [
          '-c',
          `java -Xmx2g -jar tools/openapi-generator-cli-*.jar generate -g java --library native -i openapi.json -o client \
           --additional-properties=invokerPackage=org.generated,apiPackage=org.generated.api,modelPackage=org.generated.model,openApiNullable=false,containerDefaultToNull=true,useSingleRequestParameter=true`,
        ],
      ],
      ['mvn', ['-q', '-DskipTests', 'compile'], { folder: 'client' }],
      ['mvn', ['-q', 'dependency:build-classpath', '-Dmdep.outputFile=classpath.txt'], { folder: 'client' }],
      [
        'sh',
        ['-c', `javac -cp "$(cat client/classpath.txt):client/target/classes" -d tools ${here}Call.java`],
      ],
    ],
    call: ['sh', ['-c', 'java -cp "$(cat client/classpath.txt):client/target/classes:tools" Call']],
  },
];
