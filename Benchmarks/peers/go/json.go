package main

import "errors"

type camera struct {
	Pose       matrix
	Intrinsics struct{ Fx, Fy, Cx, Cy, Width, Height float64 }
	Viewport   struct{ Width, Height float64 }
}

type plane struct {
	ID      string
	Pose    matrix
	Polygon [][2]float64
}

type point struct {
	ID       string
	Position vector
}

type request struct {
	Camera *camera
	Taps   []struct {
		ID          string
		Camera      *camera
		ScreenPoint [2]float64
	}
	Planes []plane
	Points []point
}

func (r *request) check() error {
	for _, tap := range r.Taps {
		if tap.Camera == nil && r.Camera == nil {
			return errors.New("a tap without a camera")
		}
	}
	for _, plane := range r.Planes {
		if len(plane.Polygon) < 3 {
			return errors.New("a plane without an outline")
		}
	}
	return nil
}

type ray struct {
	Origin    vector `json:"origin"`
	Direction vector `json:"direction"`
}

type hit struct {
	Position vector  `json:"position"`
	Distance float64 `json:"distance"`
	PlaneID  string  `json:"planeId"`
	Normal   vector  `json:"normal"`
}

type snap struct {
	Kind      string  `json:"kind"`
	Position  vector  `json:"position"`
	Offset    float64 `json:"offset"`
	PointID   string  `json:"pointId,omitempty"`
	PlaneID   string  `json:"planeId,omitempty"`
	EdgeIndex *int    `json:"edgeIndex,omitempty"`
}

type located struct {
	ID       string  `json:"id"`
	Ray      ray     `json:"ray"`
	Hit      *hit    `json:"hit"`
	Snap     *snap   `json:"snap"`
	Position *vector `json:"position"`
}

type measurement struct {
	ID     string    `json:"id"`
	Kind   string    `json:"kind"`
	Points [2]string `json:"points"`
	Value  *float64  `json:"value"`
	Unit   string    `json:"unit"`
}

type answer struct {
	Taps         []located     `json:"taps"`
	Measurements []measurement `json:"measurements"`
}
