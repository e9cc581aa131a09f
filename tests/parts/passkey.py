"""A passkey in software: signs what a browser would have it sign."""

import hashlib
import json
import os
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

VERIFIED = 0x05  # the person is there, and was checked
NEW = 0x45  # the same, with a key


class SoftPasskey:
    """`origin` is where its browser believes to be."""

    def __init__(self, origin: str = "http://localhost:8000", host: str = "localhost") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = os.urandom(16)
        self._host = hashlib.sha256(host.encode()).digest()
        self._origin = origin
        self.used = 0

    def create(self, options: dict[str, Any], flags: int = NEW) -> str:
        numbers = self._key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, **point})
        data = self._host + bytes([flags]) + struct.pack(">I", self.used) + bytes(16)
        data += struct.pack(">H", len(self._id)) + self._id + key
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", options)
        return self._write({"clientDataJSON": client, "attestationObject": attested})

    def get(self, options: dict[str, Any], flags: int = VERIFIED) -> str:
        self.used += 1
        data = self._host + bytes([flags]) + struct.pack(">I", self.used)
        client = self._client_data("webauthn.get", options)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._write({"clientDataJSON": client, "authenticatorData": data, "signature": signature})

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        challenge = bytes_to_base64url(base64url_to_bytes(options["challenge"]))
        said = {"type": kind, "challenge": challenge, "origin": self._origin, "crossOrigin": False}
        return json.dumps(said).encode()

    def _write(self, response: dict[str, bytes]) -> str:
        name = bytes_to_base64url(self._id)
        encoded = {key: bytes_to_base64url(value) for key, value in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": encoded})
