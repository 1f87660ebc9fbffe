// POST /v1/measure, the plain part of it, on Go's own server.    measure PORT
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
)

func respond(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func main() {
	http.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) { respond(w, http.StatusOK, struct{}{}) })
	http.HandleFunc("/v1/measure", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			http.NotFound(w, r)
			return
		}
		var body request
		err := json.NewDecoder(r.Body).Decode(&body)
		if err == nil {
			err = body.check()
		}
		if err != nil {
			respond(w, http.StatusBadRequest, map[string]string{"title": err.Error()})
			return
		}
		respond(w, http.StatusOK, measure(&body))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
