@echo off
rem The command line of this copy of Threadbeat, in the Electron that came with it.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Threadbeat.exe" "%~dp0..\app.asar\dist\cli.cjs" %*
