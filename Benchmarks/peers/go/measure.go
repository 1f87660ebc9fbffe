package main

import (
	"fmt"
	"math"
)

const (
	tie    = 1e-9
	radius = 0.025
)

type vector [3]float64

func (a vector) plus(s float64, b vector) vector {
	return vector{a[0] + s*b[0], a[1] + s*b[1], a[2] + s*b[2]}
}
func (a vector) dot(b vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64      { return math.Sqrt(a.dot(a)) }

// matrix is a pose: 16 numbers, column by column.
type matrix [16]float64

func (m *matrix) column(i int) vector { return vector{m[4*i], m[4*i+1], m[4*i+2]} }

func (m *matrix) toWorld(p vector) vector {
	return m.column(3).plus(p[0], m.column(0)).plus(p[1], m.column(1)).plus(p[2], m.column(2))
}

func (m *matrix) toLocal(p vector) vector {
	d := p.plus(-1, m.column(3))
	return vector{d.dot(m.column(0)), d.dot(m.column(1)), d.dot(m.column(2))}
}

func (c *camera) rayThrough(x, y float64) ray {
	lens, view := &c.Intrinsics, &c.Viewport
	// The image fills the viewport, the middle of one on the middle of the other.
	scale := math.Max(view.Width/lens.Width, view.Height/lens.Height)
	u := ((x-view.Width/2)/scale + lens.Width/2 - lens.Cx) / lens.Fx
	v := ((y-view.Height/2)/scale + lens.Height/2 - lens.Cy) / lens.Fy
	d := vector{}.plus(u, c.Pose.column(0)).plus(-v, c.Pose.column(1)).plus(-1, c.Pose.column(2))
	return ray{c.Pose.column(3), vector{}.plus(1/d.length(), d)}
}

func nearestOnEdge(a, b [2]float64, x, z float64) (float64, float64) {
	dx, dz := b[0]-a[0], b[1]-a[1]
	s, length := 0.0, dx*dx+dz*dz
	if length > 0 {
		s = math.Min(1, math.Max(0, ((x-a[0])*dx+(z-a[1])*dz)/length))
	}
	return a[0] + s*dx, a[1] + s*dz
}

func contains(outline [][2]float64, x, z float64) bool {
	inside := false
	a := outline[len(outline)-1]
	for _, b := range outline {
		if (a[1] > z) != (b[1] > z) && x < a[0]+(z-a[1])/(b[1]-a[1])*(b[0]-a[0]) {
			inside = !inside
		}
		a = b
	}
	if inside {
		return true
	}
	for _, b := range outline {
		if fx, fz := nearestOnEdge(a, b, x, z); math.Hypot(fx-x, fz-z) <= tie {
			return true
		}
		a = b
	}
	return false
}

func nearestHit(planes []plane, r ray) *hit {
	var best *hit
	for i := range planes {
		p := &planes[i]
		normal := p.Pose.column(1)
		along := normal.dot(r.Direction)
		if math.Abs(along) < 1e-9 {
			continue
		}
		distance := normal.dot(p.Pose.column(3).plus(-1, r.Origin)) / along
		if distance <= 0 || best != nil && distance >= best.Distance-tie {
			continue
		}
		position := r.Origin.plus(distance, r.Direction)
		local := p.Pose.toLocal(position)
		if contains(p.Polygon, local[0], local[2]) {
			best = &hit{position, distance, p.ID, normal}
		}
	}
	return best
}

func snapped(position vector, points []point, planes []plane) *snap {
	var best *snap
	consider := func(candidate snap) {
		if candidate.Offset <= radius+tie && (best == nil || candidate.Offset < best.Offset-tie) {
			best = &candidate
		}
	}
	for _, p := range points {
		consider(snap{Kind: "point", Position: p.Position, Offset: p.Position.plus(-1, position).length(), PointID: p.ID})
	}
	if best != nil {
		return best
	}
	for i := range planes {
		p := &planes[i]
		local := p.Pose.toLocal(position)
		if math.Abs(local[1]) > radius+tie {
			continue
		}
		for edge := range p.Polygon {
			x, z := nearestOnEdge(p.Polygon[edge], p.Polygon[(edge+1)%len(p.Polygon)], local[0], local[2])
			offset := vector{x - local[0], local[1], z - local[2]}.length()
			if offset > radius+tie {
				continue
			}
			index := edge
			consider(snap{"edge", p.Pose.toWorld(vector{x, 0, z}), offset, "", p.ID, &index})
		}
	}
	return best
}

func measure(request *request) answer {
	type end struct {
		id       string
		position *vector
	}
	var ends []end
	if n := len(request.Points); n > 0 {
		ends = append(ends, end{request.Points[n-1].ID, &request.Points[n-1].Position})
	}
	result := answer{Taps: make([]located, 0, len(request.Taps)), Measurements: []measurement{}}
	for i := range request.Taps {
		tap := &request.Taps[i]
		from := tap.Camera
		if from == nil {
			from = request.Camera
		}
		found := located{ID: tap.ID, Ray: from.rayThrough(tap.ScreenPoint[0], tap.ScreenPoint[1])}
		if found.Hit = nearestHit(request.Planes, found.Ray); found.Hit != nil {
			found.Position = &found.Hit.Position
			if found.Snap = snapped(found.Hit.Position, request.Points, request.Planes); found.Snap != nil {
				found.Position = &found.Snap.Position
			}
		}
		result.Taps = append(result.Taps, found)
		ends = append(ends, end{tap.ID, found.Position})
	}
	for i := 1; i < len(ends); i++ {
		a, b := ends[i-1], ends[i]
		m := measurement{ID: fmt.Sprintf("measurement-%d", i), Kind: "distance", Points: [2]string{a.id, b.id}, Unit: "m"}
		if a.position != nil && b.position != nil {
			value := b.position.plus(-1, *a.position).length()
			m.Value = &value
		}
		result.Measurements = append(result.Measurements, m)
	}
	return result
}
