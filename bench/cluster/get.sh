#!/bin/sh
# Builds a Kubernetes control plane, kwok and helm into the folder given: ten minutes of two cores, 700 MB.
# Needs Go, the Go module proxy, and etcd on the PATH (Debian: etcd-server).
set -eu
bin=$1
version=v1.33.13
library=v0.33.13
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$bin"
cd "$folder"
# Kubernetes replaces its own libraries by folders of its source; as a dependency it needs their versions.
go mod init cluster.local/tools
go mod download k8s.io/kubernetes@$version
source=$(go env GOMODCACHE)/k8s.io/kubernetes@$version
{
  printf 'module cluster.local/tools\n\ngo 1.24.0\n\nrequire k8s.io/kubernetes %s\n\nreplace (\n' $version
  sed -n '/^replace (/,/^)/p' "$source/go.mod" | grep -oE 'k8s.io/[a-z-]+ =>' |
    awk -v v=$library '{ print "\t" $1 " => " $1 " " v }'
  echo ')'
} > go.mod
cat > tools.go <<'GO'
//go:build tools

package tools

import (
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
	_ "k8s.io/kubernetes/cmd/kube-controller-manager"
	_ "k8s.io/kubernetes/cmd/kube-scheduler"
)
GO
GOFLAGS=-mod=mod go mod tidy
module=k8s.io/component-base/version
CGO_ENABLED=0 go build -trimpath -o "$bin/" \
  -ldflags "-s -w -X $module.gitVersion=$version -X $module.gitMajor=1 -X $module.gitMinor=33" \
  k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager k8s.io/kubernetes/cmd/kube-scheduler
GOBIN=$bin go install sigs.k8s.io/kwok/cmd/kwok@v0.7.0
GOBIN=$bin go install helm.sh/helm/v3/cmd/helm@v3.18.6
command -v kubectl > /dev/null || CGO_ENABLED=0 go build -trimpath -o "$bin/" k8s.io/kubernetes/cmd/kubectl
