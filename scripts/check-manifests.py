#!/usr/bin/env python3
"""Renders the manifests of deploy/kubernetes as their users do, and holds them against the schemas of Kubernetes and against
what docs/operations.md promises of them.

    .venv/bin/python scripts/check-manifests.py
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import typing

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).parent.parent
KUBECTL = pathlib.Path(sys.executable).parent / "kubectl"
KUBERNETES = "1.37"
IMAGE = "registry.example.org/span:1.2.3"
MARGIN = 5  # s, at least, between the end of the drain and the kill
# Of the restricted profile; and no more than Span needs.
VOLUMES = {"secret", "persistentVolumeClaim"}
Object = dict[str, typing.Any]


def render(directory: pathlib.Path) -> list[Object]:
    page = subprocess.run([KUBECTL, "kustomize", directory], check=True, capture_output=True, text=True).stdout
    return [manifest for manifest in yaml.safe_load_all(page) if manifest]


def overlay(name: str) -> list[Object]:
    """As in docs/operations.md: the image, the keys and the database are the user's."""
    secrets: list[Object] = [{"name": "span-keys", "behavior": "replace", "literals": ["keys.json=mine"]}]
    if name == "replicated":
        secrets.append({"name": "span-database", "behavior": "replace", "literals": ["url=postgresql://mine/span"]})
    with tempfile.TemporaryDirectory() as directory:
        bases = [ROOT / "deploy/kubernetes/overlays" / name, ROOT / "deploy/kubernetes/ingress"]
        pathlib.Path(directory, "kustomization.yaml").write_text(yaml.safe_dump({
            "namespace": "span",
            "resources": [os.path.relpath(base, os.path.realpath(directory)) for base in bases],
            "images": [{"name": "span", "newName": IMAGE.split(":")[0], "newTag": IMAGE.split(":")[1]}],
            "secretGenerator": secrets}))
        return render(pathlib.Path(directory))


def of_kind(manifests: list[Object], kind: str) -> list[Object]:
    return [manifest for manifest in manifests if manifest["kind"] == kind]


def only(manifests: list[Object], kind: str) -> Object:
    found = of_kind(manifests, kind)
    assert len(found) == 1, f"{len(found)} of kind {kind}"
    return found[0]


def expect_restricted(pod: Object) -> None:
    context = pod["securityContext"]
    assert context["runAsNonRoot"] and context["runAsUser"] == 10001, context
    assert context["seccompProfile"] == {"type": "RuntimeDefault"}, context
    assert pod["automountServiceAccountToken"] is False and pod["enableServiceLinks"] is False
    assert not {"hostNetwork", "hostPID", "hostIPC", "initContainers"} & set(pod), set(pod)
    for volume in pod.get("volumes", []):
        assert len(set(volume) & VOLUMES) == 1, volume
    for container in pod["containers"]:
        assert container["image"] == IMAGE, container["image"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]}}
        for kind in ("requests", "limits"):
            assert set(container["resources"][kind]) == {"cpu", "memory"}, container["resources"]


def expect_probes(container: Object) -> None:
    paths = {"startupProbe": "/healthz", "livenessProbe": "/healthz", "readinessProbe": "/readyz"}
    for probe, path in paths.items():
        assert container[probe]["httpGet"] == {"path": path, "port": "admin"}, container[probe]


def expect_time_to_drain(pod: Object) -> None:
    container = pod["containers"][0]
    drain = next(int(v["value"]) for v in container["env"] if v["name"] == "SPAN_DRAIN_TIMEOUT")
    asleep = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert pod["terminationGracePeriodSeconds"] >= asleep + drain + MARGIN


def expect_admin_port_hidden(manifests: list[Object], container: Object) -> None:
    assert {port["name"]: port["containerPort"] for port in container["ports"]} == {"http": 8080, "admin": 9090}
    for service in of_kind(manifests, "Service"):
        assert [port["targetPort"] for port in service["spec"]["ports"]] == ["http"], service
    policy = next(p for p in of_kind(manifests, "NetworkPolicy") if p["metadata"]["name"] == "span")
    assert policy["spec"]["policyTypes"] == ["Ingress", "Egress"] and policy["spec"]["egress"] == [], policy
    for rule in policy["spec"]["ingress"]:
        assert rule["from"] and len(rule["ports"]) == 1, rule


def expect_references(manifests: list[Object]) -> None:
    names = {kind: {m["metadata"]["name"] for m in of_kind(manifests, kind)}
             for kind in ("Secret", "PersistentVolumeClaim", "Deployment", "Service")}
    for manifest in of_kind(manifests, "Deployment") + of_kind(manifests, "Job"):
        pod = manifest["spec"]["template"]["spec"]
        for volume in pod.get("volumes", []):
            if "secret" in volume:
                assert volume["secret"]["secretName"] in names["Secret"], volume
            else:
                assert volume["persistentVolumeClaim"]["claimName"] in names["PersistentVolumeClaim"], volume
        for variable in pod["containers"][0]["env"]:
            if "valueFrom" in variable:
                assert variable["valueFrom"]["secretKeyRef"]["name"] in names["Secret"], variable
    labels = only(manifests, "Deployment")["spec"]["template"]["metadata"]["labels"]
    assert only(manifests, "Service")["spec"]["selector"] == labels
    # Clients would be sent to the migration too.
    assert all(job["spec"]["template"]["metadata"]["labels"] != labels for job in of_kind(manifests, "Job"))


def expect_single(manifests: list[Object]) -> None:
    spec = only(manifests, "Deployment")["spec"]
    assert spec["replicas"] == 1 and spec["strategy"] == {"type": "Recreate"}, spec
    mounts = spec["template"]["spec"]["containers"][0]["volumeMounts"]
    assert {mount["mountPath"] for mount in mounts} == {"/var/lib/span", "/etc/span"}, mounts
    assert not of_kind(manifests, "HorizontalPodAutoscaler")


def expect_replicated(manifests: list[Object]) -> None:
    deployment = only(manifests, "Deployment")
    # Else each `apply` would undo what the autoscaler did.
    assert "replicas" not in deployment["spec"]
    scaler = only(manifests, "HorizontalPodAutoscaler")["spec"]
    assert scaler["minReplicas"] >= 2 and scaler["scaleTargetRef"]["name"] == deployment["metadata"]["name"], scaler
    budget = only(manifests, "PodDisruptionBudget")["spec"]
    assert budget["selector"] == deployment["spec"]["selector"], budget
    pod = deployment["spec"]["template"]["spec"]
    keys = {constraint["topologyKey"] for constraint in pod["topologySpreadConstraints"]}
    assert keys == {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}, keys
    migration = only(manifests, "Job")["spec"]["template"]["spec"]["containers"][0]
    assert migration["args"] == ["store", "migrate"], migration
    stores = [[v for v in c["env"] if v["name"] == "SPAN_STORE"] for c in (migration, pod["containers"][0])]
    assert stores[0] == stores[1] != [], stores


def main() -> int:
    for name, expect_overlay in {"single": expect_single, "replicated": expect_replicated}.items():
        manifests = overlay(name)
        for manifest in manifests:
            kubernetes_validate.validate(manifest, KUBERNETES, strict=True)
            assert manifest["kind"] == "Namespace" or manifest["metadata"]["namespace"] == "span", manifest["metadata"]
        namespace = only(manifests, "Namespace")
        assert namespace["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
        for manifest in of_kind(manifests, "Deployment") + of_kind(manifests, "Job"):
            expect_restricted(manifest["spec"]["template"]["spec"])
        pod = only(manifests, "Deployment")["spec"]["template"]["spec"]
        expect_probes(pod["containers"][0])
        expect_time_to_drain(pod)
        expect_admin_port_hidden(manifests, pod["containers"][0])
        expect_references(manifests)
        expect_overlay(manifests)
        print(f"{name}: {len(manifests)} manifests fit Kubernetes {KUBERNETES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
