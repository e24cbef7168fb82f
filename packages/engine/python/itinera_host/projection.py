"""`environment.projector`: pyproj's if it is installed, otherwise transverse Mercator by Krüger's series.

Accurate to well under a millimetre within about 3,000 km of the central meridian (Karney 2011, doi:10.1007/s00190-011-0445-3).
"""

import math

_A, _F = 6378137.0, 1 / 298.257223563


def make_projector(text):
    try:
        from pyproj import Proj

        return Proj(text)
    except ImportError:
        return TransverseMercator(text)


class TransverseMercator:
    """Callable like pyproj's `Proj`: (lon, lat) to (x, y), or back with `inverse=True`; degrees and metres."""

    def __init__(self, text):
        options = dict(part.lstrip("+").partition("=")[::2] for part in text.split())
        kind = options.get("proj")
        if kind == "utm":
            zone = int(options["zone"])
            self._lon0, self._lat0, self._k0 = 6 * zone - 183, 0.0, 0.9996
            self._x0, self._y0 = 500000.0, 10000000.0 if "south" in options else 0.0
        elif kind in ("tmerc", "etmerc"):
            self._lon0, self._lat0 = float(options.get("lon_0", 0)), float(options.get("lat_0", 0))
            self._k0 = float(options.get("k", options.get("k_0", 1)))
            self._x0, self._y0 = float(options.get("x_0", 0)), float(options.get("y_0", 0))
        else:
            raise ValueError(f"projection {text!r}: only tmerc and utm are built in; install pyproj for others")
        self.srs = text
        n = _F / (2 - _F)
        self._radius = _A / (1 + n) * (1 + n**2 / 4 + n**4 / 64)
        self._alpha = (
            n / 2 - 2 * n**2 / 3 + 5 * n**3 / 16 + 41 * n**4 / 180,
            13 * n**2 / 48 - 3 * n**3 / 5 + 557 * n**4 / 1440,
            61 * n**3 / 240 - 103 * n**4 / 140,
            49561 * n**4 / 161280,
        )
        self._beta = (
            n / 2 - 2 * n**2 / 3 + 37 * n**3 / 96 - n**4 / 360,
            n**2 / 48 + n**3 / 15 - 437 * n**4 / 1440,
            17 * n**3 / 480 - 37 * n**4 / 840,
            4397 * n**4 / 161280,
        )
        self._e = math.sqrt(_F * (2 - _F))
        self._northing0 = self._forward(self._lon0, self._lat0)[1]

    def __call__(self, x, y, inverse=False):
        if hasattr(x, "__len__"):
            pairs = [self(a, b, inverse=inverse) for a, b in zip(x, y)]
            return [a for a, _ in pairs], [b for _, b in pairs]
        if inverse:
            return self._inverse((x - self._x0) / self._k0, (y - self._y0) / self._k0 + self._northing0)
        east, north = self._forward(x, y)
        return self._x0 + self._k0 * east, self._y0 + self._k0 * (north - self._northing0)

    def _forward(self, lon, lat):
        phi, dlon = math.radians(lat), math.radians(lon - self._lon0)
        sine = math.sin(phi)
        t = math.sinh(math.atanh(sine) - self._e * math.atanh(self._e * sine))
        xi, eta = math.atan2(t, math.cos(dlon)), math.asinh(math.sin(dlon) / math.hypot(t, math.cos(dlon)))
        north, east = xi, eta
        for j, a in enumerate(self._alpha, 1):
            north += a * math.sin(2 * j * xi) * math.cosh(2 * j * eta)
            east += a * math.cos(2 * j * xi) * math.sinh(2 * j * eta)
        return self._radius * east, self._radius * north

    def _inverse(self, east, north):
        xi, eta = north / self._radius, east / self._radius
        xi0, eta0 = xi, eta
        for j, b in enumerate(self._beta, 1):
            xi0 -= b * math.sin(2 * j * xi) * math.cosh(2 * j * eta)
            eta0 -= b * math.cos(2 * j * xi) * math.sinh(2 * j * eta)
        conformal = math.sin(xi0) / math.hypot(math.sinh(eta0), math.cos(xi0))
        tau = conformal
        for _ in range(6):  # Newton's method on the conformal latitude
            sigma = math.sinh(self._e * math.atanh(self._e * tau / math.hypot(1, tau)))
            guess = tau * math.hypot(1, sigma) - sigma * math.hypot(1, tau)
            slope = (
                math.sqrt((1 + guess**2) * (1 + tau**2)) * (1 - self._e**2) / (1 + (1 - self._e**2) * tau**2)
            )
            tau += (conformal - guess) / slope
        return self._lon0 + math.degrees(math.atan2(math.sinh(eta0), math.cos(xi0))), math.degrees(math.atan(tau))
